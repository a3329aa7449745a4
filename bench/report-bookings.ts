import { createHash, randomBytes } from 'node:crypto';
import { priceMinor, SEATINGS, SEATING_RULES, type Seating } from '@concert/contracts/booking/seating';
import { idFromBytes } from '@concert/contracts/core/ids';
import { nameWords, normalizeForSearch, wordsOf } from '@concert/contracts/core/search-words';
import type mongoose from 'mongoose';

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

/** A booking of eight weeks ago at most, with all that the report finds it by. */
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
  const id = idFromBytes('booking', randomBytes(17));
  const email = `guest${index}@mail${index % 50}.example.org`;
  const phoneno = `(555) ${String(100 + (index % 900))}-${String(index % 10_000).padStart(4, '0')}`;
  const digits = phoneno.replace(/[^0-9]+/g, '');
  const amount = priceMinor(seating, notickets);
  return {
    _id: id,
    userId,
    firstname: name,
    lastname: '',
    email,
    phoneno,
    seating,
    notickets,
    amount,
    charged: status === 'expired' || status === 'cancelled' ? 0 : amount,
    nameKey: normalizeForSearch(name),
    words: [...new Set([...nameWords(name), email, ...wordsOf(email.replace(/[@.]/g, ' ')), digits, digits.slice(-4), id, id.slice(3)])],
    text: `${normalizeForSearch(name)} ${email} ${digits} ${id.slice(3)}`,
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

/** Fills the database with bookings, once. */
export async function fillBookings(booking: mongoose.Connection): Promise<void> {
  if ((await booking.collection('reserve-your-seat').estimatedDocumentCount()) >= BOOKINGS) return;
  const now = Date.now();
  for (let from = 0; from < BOOKINGS; from += 2_000) {
    await booking.collection('reserve-your-seat').insertMany(
      Array.from({ length: Math.min(2_000, BOOKINGS - from) }, (_, index) => storedBooking(from + index, now)),
      { ordered: false },
    );
  }
}
