import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { bookingPaidV1 } from '@concert/contracts/booking/events';
import { priceMinor, type Seating } from '@concert/contracts/booking/seating';
import { isHealthy } from '@concert/machine-kit/processes';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import type { Launched } from '@concert/test-kit/built-service';
import { patchedCode } from '@concert/test-kit/patched-code';
import { untilFrozen } from '@concert/test-kit/frozen';
import { until } from '@concert/test-kit/until';
import { BuiltBooking } from './built-booking.harness.ts';

const SEATING = 'General Seating';
const PRICE = priceMinor(SEATING, 1);
const BUYERS = 10;
/** The database ends a transaction after 10 s, and looks for such every 5 s. */
const FREED_MS = 20_000;
/** The broker cuts off a consumer that it has not heard of for two heartbeats of 5 s, and looks once in a heartbeat. */
const CUT_OFF_MS = 20_000;

/** Once, when a batch is written and the category is claimed for it, but nothing is committed. */
const at = (signal: 'SIGKILL' | 'SIGSTOP') =>
  patchedCode(
    '/bookings/lane/seat-lanes.js',
    'return true;',
    `if (!globalThis.signalled) { globalThis.signalled = true; process.kill(process.pid, '${signal}'); await new Promise((go) => setTimeout(go, 1)); } return true;`,
  );

const booking = new BuiltBooking();
const stateOf = async (pid: number) => /\) (\w)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') X'))?.[1];

/** A buyer who presses again, always with the same key, until there is an answer. */
async function press(url: () => string, seating: Seating, withinMs: number): Promise<number> {
  const who = booking.person();
  const order = { seating, notickets: 1, amount: priceMinor(seating, 1), key: randomUUID() };
  const deadline = Date.now() + withinMs;
  for (;;) {
    const status = await booking.reserve(url(), who, order).then(
      (reply) => reply.status,
      () => 0,
    );
    if (status === 201 || Date.now() > deadline) return status;
    await pause(200);
  }
}

async function heldAndBooked(seating: Seating): Promise<{ held: number; booked: number }> {
  const stock = await booking.database.collection<{ _id: string; held: number }>('stock').findOne({ _id: seating });
  const booked = await booking.database.collection('reserve-your-seat').countDocuments({ seating, status: 'pending' });
  return { held: stock!.held, booked };
}

/** Paid bookings of some, and how often it was told that they are. */
async function paidAndTold(ids: readonly string[]): Promise<{ paid: number; told: number }> {
  const these = { $in: [...ids] };
  const paid = await booking.database.collection<{ _id: string }>('reserve-your-seat').countDocuments({ _id: these, status: 'paid' });
  const told = { 'envelope.type': bookingPaidV1.type, 'envelope.subject': these };
  return { paid, told: await booking.database.collection('outbox').countDocuments(told) };
}

beforeAll(() => booking.prepare(), 120_000);
afterEach(() => booking.stopAll());
afterAll(() => booking.close());

/** Buyers wait for a copy that is killed or frozen, and others are served by another copy soon. */
async function loseHolder(signal: 'SIGKILL' | 'SIGSTOP', seating: Seating, other: Launched): Promise<void> {
  const before = await heldAndBooked(seating);
  const holder = await booking.launch(`holder-${signal}`, at(signal));
  let url = holder.url;
  const first = Array.from({ length: BUYERS }, () => press(() => url, seating, 60_000));
  if (signal === 'SIGSTOP') await untilFrozen(holder.pid);
  else await until('the holder has ended', async () => /[^RS]/.test((await stateOf(holder.pid)) ?? 'X'));
  const later = Array.from({ length: BUYERS }, () => press(() => other.url, seating, FREED_MS));
  expect(await Promise.all(later)).toEqual(Array.from({ length: BUYERS }, () => 201));
  // Who waits for the holder presses again at the other copy, or is answered by the holder when it wakes up.
  if (signal === 'SIGSTOP') holder.kill('SIGCONT');
  url = other.url;
  expect(await Promise.all(first)).toEqual(Array.from({ length: BUYERS }, () => 201));
  const after = await heldAndBooked(seating);
  expect([after.held - before.held, after.booked - before.booked]).toEqual([2 * BUYERS, 2 * BUYERS]);
}

it('B1-12 a copy that dies or freezes while it has claimed a category holds up the others no longer than the database lets its transaction live', async () => {
  const other = await booking.launch('other');
  await Promise.all([loseHolder('SIGKILL', 'General Seating', other), loseHolder('SIGSTOP', 'Preferred Seating', other)]);
}, 90_000);

it('B1-12 messages that are delivered to a copy which freezes go to another one when the broker misses its heartbeats, each once', async () => {
  const consuming = await booking.launch('consuming');
  const other = await booking.launch('other');
  const order = { seating: SEATING, notickets: 1, amount: PRICE };
  const replies = await Promise.all(
    Array.from({ length: BUYERS }, () => booking.reserve(other.url, booking.person(), { ...order, key: randomUUID() })),
  );
  const ids = replies.map(({ body }) => body.id!);
  consuming.kill('SIGSTOP');
  await untilFrozen(consuming.pid);
  await booking.tellOfPayment(ids, PRICE);
  const from = performance.now();
  const paid = await until(
    'all are paid',
    () => paidAndTold(ids),
    (seen) => seen.paid === BUYERS,
    { withinMs: CUT_OFF_MS },
  );
  expect(paid).toEqual({ paid: BUYERS, told: BUYERS });
  // Sooner, and it would have been the other copy that they were delivered to.
  expect(performance.now() - from).toBeGreaterThan(3_000);
  consuming.kill('SIGCONT');
  // It reads what the broker had sent it, and finds that it has lost its connection.
  await until('it is ready again', () => isHealthy(`${consuming.url}/health/ready`));
  await booking.tellOfPayment(ids, PRICE);
  expect(await paidAndTold(ids)).toEqual({ paid: BUYERS, told: BUYERS });
}, 90_000);
