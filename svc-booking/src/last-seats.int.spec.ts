import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { patchedCode } from '@concert/test-kit/patched-code';
import { BuiltBooking } from './built-booking.harness.ts';

/** The full crowd for the test; a smaller one is enough for the control that has to fail. */
const CROWD = 300;
const CONTROL_CROWD = 100;
const SEATS = 100;
const PRICES = { 'Premium Seating': 100_000, 'VIP Seating': 250_000 } as const;
type Scarce = keyof typeof PRICES;

/** Removes the one condition that prevents overselling. */
const WITHOUT_GUARD = patchedCode('/seats/stock.js', '? this.shortage(next)', "? 'none'");

const booking = new BuiltBooking();

type Reply = Awaited<ReturnType<BuiltBooking['reserve']>>;

/** One buyer who tries again until there is an answer, always with the same key. */
async function press(url: string, seating: Scarce, notickets: number): Promise<Reply> {
  const who = booking.person();
  const order = { seating, notickets, amount: PRICES[seating], key: randomUUID() };
  const deadline = Date.now() + 25_000;
  for (;;) {
    const reply = await booking.reserve(url, who, order);
    if (reply.status < 500 || Date.now() > deadline) return reply;
    await pause(300);
  }
}

/** The crowd's requests go to the processes in turn. Returns what buyers were promised and what the category's stock says. */
async function rush(
  seating: Scarce,
  crowd: number,
  copies: readonly string[],
): Promise<{ replies: Reply[]; promised: number; taken: number; capacity: number }> {
  const stock = booking.database.collection<{ _id: string; capacity: number; sold: number; held: number }>('stock');
  await stock.updateOne({ _id: seating }, { $set: { capacity: SEATS }, $inc: { version: 1 } });
  const replies = await Promise.all(
    Array.from({ length: crowd }, (_, index) => press(copies[index % copies.length]!, seating, (index % 6) + 1)),
  );
  const { sold, held, capacity } = (await stock.findOne({ _id: seating }))!;
  const promised = replies.reduce((sum, { status, body }) => (status === 201 ? sum + body.notickets! : sum), 0);
  return { replies, promised, taken: sold + held, capacity };
}

beforeAll(() => booking.prepare(), 120_000);
afterEach(() => booking.stopAll());
afterAll(() => booking.close());

it('B1-02 three hundred buyers at two processes get exactly the last hundred seats, in batches of one to six', async () => {
  const doors = await Promise.all([booking.launch('first'), booking.launch('second')]);
  const { replies, promised, taken, capacity } = await rush(
    'Premium Seating',
    CROWD,
    doors.map(({ url }) => url),
  );
  expect([promised, taken, capacity]).toEqual([SEATS, SEATS, SEATS]);
  expect([...new Set(replies.filter(({ status }) => status !== 201).map(({ status, body }) => `${status} ${body.code}`))]).toEqual([
    '409 booking.seats_unavailable',
  ]);
}, 90_000);

it('the control: the same crowd is promised more than there is when the guard is taken out of the running process', async () => {
  const { promised, taken, capacity } = await rush('VIP Seating', CONTROL_CROWD, [(await booking.launch('unguarded', WITHOUT_GUARD)).url]);
  expect(capacity).toBe(SEATS);
  expect(promised).toBeGreaterThan(SEATS);
  expect(taken).toBe(promised);
}, 90_000);
