import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { KILL, patchedCode } from '@concert/test-kit/patched-code';
import { having, until } from '@concert/test-kit/until';
import { bookingPaidV1 } from '@concert/contracts/booking/events';
import { priceMinor, type Seating } from '@concert/contracts/booking/seating';
import { isHealthy } from '@concert/machine-kit/processes';
import type { Launched } from '@concert/test-kit/built-service';
import { untilFrozen } from '@concert/test-kit/frozen';
import { BuiltBooking } from './built-booking.harness.ts';

const CROWD = 300;
const SEATS = 100;

const booking = new BuiltBooking();

type Reply = Awaited<ReturnType<BuiltBooking['reserve']>>;

/** One buyer who tries again until there is an answer, always with the same key. */
async function press(url: () => string, seating: Seating, notickets: number, withinMs = 25_000): Promise<Reply | undefined> {
  const who = booking.person();
  const order = { seating, notickets, amount: priceMinor(seating, notickets), key: randomUUID() };
  const deadline = Date.now() + withinMs;
  for (;;) {
    const reply = await booking.reserve(url(), who, order).catch(() => undefined);
    if ((reply && reply.status < 500) || Date.now() > deadline) return reply;
    await pause(200);
  }
}

/** Two copies that serve until the last tests, so that only who is killed has to be started. */
let doors: readonly [Launched, Launched];

beforeAll(async () => {
  await booking.prepare();
  // One after the other: of several consumers the first one is given the messages.
  doors = [await booking.launch('first'), await booking.launch('second')];
}, 120_000);
afterAll(() => booking.close());

it('B1-502 three hundred buyers at two processes get exactly the last hundred seats, in batches of one to six', async () => {
  const stocks = booking.database.collection<{ _id: string; capacity: number; sold: number; held: number }>('stock');
  await stocks.updateOne({ _id: 'Premium Seating' }, { $set: { capacity: SEATS }, $inc: { version: 1 } });
  const pressed = await Promise.all(
    Array.from({ length: CROWD }, (_, index) => press(() => doors[index % doors.length]!.url, 'Premium Seating', (index % 6) + 1)),
  );
  const replies = pressed.flatMap((reply) => reply ?? []);
  const { sold, held, capacity } = (await stocks.findOne({ _id: 'Premium Seating' }))!;
  const promised = replies.reduce((sum, { status, body }) => (status === 201 ? sum + body.notickets! : sum), 0);
  expect([promised, sold + held, capacity]).toEqual([SEATS, SEATS, SEATS]);
  expect([...new Set(replies.filter(({ status }) => status !== 201).map(({ status, body }) => `${status} ${body.code}`))]).toEqual([
    '409 booking.seats_unavailable',
  ]);
}, 90_000);

const SEATING = 'General Seating';
const PRICE = priceMinor(SEATING, 1);
const LANES = '/bookings/lane/seat-lanes.js';

it('B5-567 a hold becomes one booking with its seats, although the process is killed while it is written, and once more before it is answered', async () => {
  const who = booking.person();
  const before = await heldAndBooked(SEATING);
  const order = { seating: SEATING, notickets: 2, amount: 2 * PRICE, key: randomUUID() };
  await booking.hold(doors[0].url, who, order);
  const row = () => booking.database.collection('reserve-your-seat').find({ email: who.email }).toArray();
  const atKilled = async (kill: readonly string[]) => {
    const killed = await booking.launch('killed', kill);
    const [answer, ended] = await Promise.all([booking.reserve(killed.url, who, order).catch(() => 'none'), killed.exited]);
    expect([answer, ended.signal]).toEqual(['none', 'SIGKILL']);
    return (await row()).map(({ unproven }) => Boolean(unproven));
  };
  expect(await atKilled(patchedCode(LANES, 'return true;', `${KILL} return true;`))).toEqual([true]);
  const answered = 'return await withTimeout(work, patienceMs);';
  expect(await atKilled(patchedCode('/bookings/place-booking.js', answered, `await withTimeout(work, patienceMs); ${KILL}`))).toEqual([
    false,
  ]);
  const again = await booking.reserve(doors[0].url, who, order);
  const [claimed] = await row();
  expect([again.status, again.body]).toMatchObject([201, { id: claimed!._id, notickets: 2, resumed: false }]);
  expect(await row()).toMatchObject([{ userId: who.userId, status: 'pending' }]);
  const after = await heldAndBooked(SEATING);
  expect([after.held - before.held, after.booked - before.booked]).toEqual([2, 1]);
}, 90_000);

const BUYERS = 10;
/** The database ends a transaction after some seconds, and looks for such now and then. */
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

const stateOf = async (pid: number) => /\) (\w)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') X'))?.[1];

/** Whether a buyer who presses again, always with the same key, has seats in the end. */
const pressUntilHeld = async (url: () => string, seating: Seating, withinMs: number) =>
  (await press(url, seating, 1, withinMs))?.status ?? 0;

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

/** Buyers wait for a copy that is killed or frozen, and others are served by another copy soon. */
async function loseHolder(signal: 'SIGKILL' | 'SIGSTOP', seating: Seating, other: Launched): Promise<void> {
  const before = await heldAndBooked(seating);
  const holder = await booking.launch(`holder-${signal}`, at(signal));
  let url = holder.url;
  const first = Array.from({ length: BUYERS }, () => pressUntilHeld(() => url, seating, 60_000));
  if (signal === 'SIGSTOP') await untilFrozen(holder.pid);
  else await until('the holder has ended', async () => /[^RS]/.test((await stateOf(holder.pid)) ?? 'X'));
  const later = Array.from({ length: BUYERS }, () => pressUntilHeld(() => other.url, seating, FREED_MS));
  expect(await Promise.all(later)).toEqual(Array.from({ length: BUYERS }, () => 201));
  // Who waits for the holder presses again at the other copy, or is answered by the holder when it wakes up.
  if (signal === 'SIGSTOP') holder.kill('SIGCONT');
  url = other.url;
  expect(await Promise.all(first)).toEqual(Array.from({ length: BUYERS }, () => 201));
  const after = await heldAndBooked(seating);
  expect([after.held - before.held, after.booked - before.booked]).toEqual([2 * BUYERS, 2 * BUYERS]);
  await holder.stop();
}

it('B1-512 a copy that dies or freezes while it has claimed a category holds up the others no longer than the database lets its transaction live', async () => {
  const [other] = doors;
  await Promise.all([loseHolder('SIGKILL', 'General Seating', other), loseHolder('SIGSTOP', 'Preferred Seating', other)]);
}, 90_000);

it('B1-512 messages that are delivered to a copy which freezes go to another one when the broker misses its heartbeats, each once', async () => {
  const [consuming, other] = doors;
  const order = { seating: SEATING, notickets: 1, amount: PRICE };
  const replies = await Promise.all(
    Array.from({ length: BUYERS }, () => booking.reserve(other.url, booking.person(), { ...order, key: randomUUID() })),
  );
  const ids = replies.map(({ body }) => body.id!);
  consuming.kill('SIGSTOP');
  await untilFrozen(consuming.pid);
  await booking.tellOfPayment(ids, PRICE);
  const from = performance.now();
  const paid = await until('all are paid', () => paidAndTold(ids), having({ paid: BUYERS }), { withinMs: CUT_OFF_MS });
  expect(paid).toEqual({ paid: BUYERS, told: BUYERS });
  // Sooner, and it would have been the other copy that they were delivered to.
  expect(performance.now() - from).toBeGreaterThan(3_000);
  consuming.kill('SIGCONT');
  // It reads what the broker had sent it, and finds that it has lost its connection.
  await until('it is ready again', () => isHealthy(`${consuming.url}/health/ready`));
  await booking.tellOfPayment(ids, PRICE);
  expect(await paidAndTold(ids)).toEqual({ paid: BUYERS, told: BUYERS });
}, 90_000);

const ORDERS = 40;
const WITHIN = { withinMs: 40_000, everyMs: 100 };

/** Kills the process at two points: when a batch with messages is written but not committed, and when it is committed but not acknowledged. */
const MID_BATCH = patchedCode(LANES, 'return true;', `if (notes.length > 1) { ${KILL} } return true;`);
const BEFORE_ACKNOWLEDGED = patchedCode(LANES, 'this.inbox.markNoteStored();', `${KILL} this.inbox.markNoteStored();`);

const rows = () =>
  booking.database.collection<{ _id: string; status: string; notickets: number; ticketIds: string[] }>('reserve-your-seat');
const stock = () => booking.database.collection<{ _id: string; sold: number; held: number }>('stock');
const paid = (ids: readonly string[]) => rows().countDocuments({ _id: { $in: [...ids] }, status: 'paid' });

/** Each of some orders is paid exactly once: one seat, one ticket, one fact. */
async function verdict(ids: readonly string[], before: { sold: number; held: number }): Promise<void> {
  await until('all are paid', () => paid(ids), ORDERS, WITHIN);
  const { sold, held } = (await stock().findOne({ _id: SEATING }))!;
  expect([sold - before.sold, held - before.held]).toEqual([ORDERS, 0]);
  const told = { 'envelope.type': 'booking.booking.paid.v1', 'envelope.subject': { $in: [...ids] } };
  expect(await booking.database.collection('outbox').countDocuments(told)).toBe(ORDERS);
  expect(
    (
      await rows()
        .find({ _id: { $in: [...ids] } })
        .toArray()
    ).every(({ ticketIds }) => ticketIds.length === 1),
  ).toBe(true);
}

it('F03, F04 money that arrives together sells each seat once although the process is killed while a batch is written, and once more when it was committed, before its messages are acknowledged', async () => {
  const before = (await stock().findOne({ _id: SEATING }))!;
  const replies = await Promise.all(
    Array.from({ length: ORDERS }, () =>
      booking.reserve(doors[0].url, booking.person(), { seating: SEATING, notickets: 1, amount: PRICE, key: randomUUID() }),
    ),
  );
  const ids = replies.map(({ body }) => body.id!);
  // The payments come while no copy runs.
  await booking.stopAll();
  await booking.tellOfPayment(ids, PRICE);
  for (const kill of [MID_BATCH, BEFORE_ACKNOWLEDGED]) {
    const killed = await booking.begin('killed', kill);
    expect((await killed.exited).signal).toBe('SIGKILL');
    expect((await paid(ids)) > 0).toBe(kill === BEFORE_ACKNOWLEDGED);
  }
  await booking.launch('after');
  await verdict(ids, before);
}, 120_000);
