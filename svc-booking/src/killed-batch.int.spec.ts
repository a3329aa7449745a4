import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { patchedCode, KILL } from '@concert/test-kit/patched-code';
import { until } from '@concert/test-kit/until';
import { BuiltBooking } from './built-booking.harness.ts';

const SEATING = 'General Seating';
const PRICE = 2_500;
const ORDERS = 40;
const WITHIN = { withinMs: 40_000, everyMs: 100 };
const LANES = '/bookings/lane/seat-lanes.js';

/** Kills the process at two points: when a batch with messages is written but not committed, and when it is committed but not acknowledged. */
const MID_BATCH = patchedCode(LANES, 'return true;', `if (notes.length > 1) { ${KILL} } return true;`);
const BEFORE_ACKNOWLEDGED = patchedCode(LANES, 'this.inbox.markNoteStored();', `${KILL} this.inbox.markNoteStored();`);

const booking = new BuiltBooking();
const rows = () =>
  booking.database.collection<{ _id: string; status: string; notickets: number; ticketIds: string[] }>('reserve-your-seat');
const stock = () => booking.database.collection<{ _id: string; sold: number; held: number }>('stock');
const paid = (ids: readonly string[]) => rows().countDocuments({ _id: { $in: [...ids] }, status: 'paid' });

/** Bookings whose payments were published while no process was running. */
async function settledWhileAway(): Promise<string[]> {
  const { url } = await booking.launch('before');
  const replies = await Promise.all(
    Array.from({ length: ORDERS }, () =>
      booking.reserve(url, booking.person(), { seating: SEATING, notickets: 1, amount: PRICE, key: randomUUID() }),
    ),
  );
  const ids = replies.map(({ body }) => body.id!);
  await booking.stopAll();
  await booking.tellOfPayment(ids, PRICE);
  return ids;
}

/** Each order is paid exactly once: one seat, one ticket, one fact. */
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

beforeAll(() => booking.prepare(), 120_000);
afterEach(() => booking.stopAll());
afterAll(() => booking.close());

it.each([
  ['F03 while a batch is written', MID_BATCH, false],
  ['F04 when a batch was committed, before its messages are acknowledged', BEFORE_ACKNOWLEDGED, true],
])(
  'money that arrives together sells each seat once although the process is killed %s',
  async (_, kill, someArePaid) => {
    const before = (await stock().findOne({ _id: SEATING }))!;
    const ids = await settledWhileAway();
    const killed = await booking.begin('killed', kill);
    expect((await killed.exited).signal).toBe('SIGKILL');
    expect((await paid(ids)) > 0).toBe(someArePaid);
    await booking.launch('after');
    await verdict(ids, before);
  },
  120_000,
);
