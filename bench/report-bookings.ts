import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { priceMinor, SEATINGS, SEATING_RULES, type Seating } from '@concert/contracts/booking/seating';
import { idFromBytes } from '@concert/contracts/core/ids';
import { run } from '@concert/machine-kit/processes';
import type mongoose from 'mongoose';
import { ROOT } from '@concert/machine-kit/rooms';
import { printFigure } from './figures.ts';

const BOOKINGS = 100_000;

/** Names as people have them, and as nobody should: texts that a cell must not compute, lose or read as something else. */
export const NAMES = [
  'Meera Raghavan',
  'Thomas Achterberg',
  'Lucía Fernández',
  'Amit Deshpande',
  'Zoë Ångström',
  "Siobhán O'Kelly",
  'Anne-Marie Dupont',
  '李 明',
  'Olga Петрова',
  'José da Silva',
];
const EVIL = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '=HYPERLINK("https://evil.example","x")',
  '=IMPORTXML("x")',
  '=DDE("x")',
  "'=1",
  '\u200b=1',
  ';=1',
  'a;b',
  'a,b',
  'two\nlines',
  ']]>',
  '&amp;',
  '<v>1</v>',
  '00123',
  '12/7',
  '1234567890123456789',
  '2024-02-30',
  '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}',
  '_x000D_',
  'TRUE',
  '1e5',
  '#REF!',
  '../x.xlsx',
  'say "so"',
];
const STATUSES = ['paid', 'paid', 'paid', 'paid', 'expired', 'expired', 'cancelled', 'refunded', 'refund_requested', 'late_paid'] as const;

/** Bookings of eight weeks, as they were stored before the report existed: the migration makes the rest. */
function storedBooking(index: number, now: number): Record<string, unknown> {
  const seating = SEATINGS[index % 4] as Seating;
  const notickets = 1 + (index % SEATING_RULES[seating].maxTickets);
  const status = STATUSES[index % STATUSES.length] as (typeof STATUSES)[number];
  const name = EVIL[index] ?? `${NAMES[index % NAMES.length] ?? ''} ${index}`;
  const userId = idFromBytes('user', randomBytes(17));
  const createdAt = new Date(now - index * 48_000);
  const later = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000);
  const way =
    status === 'expired' || status === 'cancelled'
      ? [status]
      : status === 'late_paid'
        ? ['expired', status]
        : status === 'paid'
          ? [status]
          : ['paid', ...(status === 'refunded' ? ['refund_requested'] : []), status];
  let [from, hash] = ['pending', ''];
  const history = [{ from: null as string | null, to: 'pending', at: createdAt, actor: `user:${userId}`, cause: 'reserved', hash }];
  for (const [step, to] of way.entries()) {
    history.push({
      from,
      to,
      at: later(step + 1),
      actor: 'svc-payment',
      cause: 'bench',
      hash: (hash = createHash('sha256')
        .update(hash + to)
        .digest('base64url')),
    });
    from = to;
  }
  return {
    _id: idFromBytes('booking', randomBytes(17)),
    userId,
    firstname: name,
    lastname: '',
    email: `guest${index}@mail${index % 50}.example.org`,
    phoneno: `(555) ${String(100 + (index % 900))}-${String(index % 10_000).padStart(4, '0')}`,
    seating,
    notickets,
    amount: priceMinor(seating, notickets),
    currency: 'USD',
    host: '',
    status,
    createdAt,
    holdEndsAt: later(30),
    paymentBegunAt: null,
    ticketIds: way.includes('paid') ? Array.from({ length: notickets }, () => idFromBytes('ticket', randomBytes(17))) : [],
    version: history.length,
    history,
  };
}

/** Fills the database with bookings, once, and has the migration make of them what the report needs. */
export async function fillBookings(booking: mongoose.Connection, mongoUrl: string): Promise<void> {
  if ((await booking.collection('reserve-your-seat').estimatedDocumentCount()) >= BOOKINGS) return;
  const now = Date.now();
  for (let from = 0; from < BOOKINGS; from += 2_000) {
    await booking.collection('reserve-your-seat').insertMany(
      Array.from({ length: Math.min(2_000, BOOKINGS - from) }, (_, index) => storedBooking(from + index, now)),
      { ordered: false },
    );
  }
  await booking.collection<{ _id: string }>('migrations').deleteOne({ _id: '0003-report-figures' });
  const from = performance.now();
  const done = await run(path.join(ROOT, 'node_modules/.bin/node'), [path.join(ROOT, 'svc-booking/dist/commands/migrate.js')], {
    env: { PATH: process.env['PATH'], MONGO_URL: mongoUrl },
    withinMs: 600_000,
  });
  if (done.code !== 0) throw new Error(`migrating ended with ${done.code}: ${done.output}`);
  printFigure(`words and figures of ${BOOKINGS} older bookings`, `${((performance.now() - from) / 1_000).toFixed(1)} s`, 'the migration');
  // Changing all of them at once leaves the old entries in the indexes until the server tidies up; bookings that came one by one leave
  // nothing.
  await booking
    .collection('reserve-your-seat')
    .aggregate([{ $out: 'reserve-your-seat' }])
    .toArray();
}
