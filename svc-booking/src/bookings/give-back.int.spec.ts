import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { returningChangedV1, ticketsGivenBackV1 } from '@concert/contracts/booking/events';
import { GIVE_BACK_REFUSALS, type GiveBackView } from '@concert/contracts/booking/give-back';
import { priceMinor, type Seating } from '@concert/contracts/booking/seating';
import type { Identity } from '@concert/contracts/core/identity';
import { disputeOpenedV1 } from '@concert/contracts/payment/disputes';
import { refundIssuedV1, refundStartedV1 } from '@concert/contracts/payment/refunds';
import { numberedId } from '@concert/test-kit/numbered';
import { until } from '@concert/test-kit/until';
import { RunningBooking } from '../running-booking.harness.ts';
import { seatsOf } from './booking.ts';
import { toBooking } from './mongo-booking-documents.ts';
import type { BookingDocument } from './booking.schema.ts';

const booking = new RunningBooking();
const WAIT = { withinMs: 20_000 };
const at = booking.clock.now().toISOString();
const stored = () => booking.database.collection<BookingDocument>('reserve-your-seat');
const give = (who: Identity, id: string, ...tickets: number[]) =>
  booking.ask('PUT', `/api/ticket-bookings/${id}/returning`, { who, body: { tickets } });
const shown = async (who: Identity, id: string) =>
  (await booking.ask('GET', `/api/ticket-bookings/${id}`, { who })).body.giveBack as GiveBackView;
const scan = async (id: string, number: number) =>
  booking.scan((await stored().findOne({ _id: id as never }))!.ticketIds[number - 1]!.slice(3));
const taken = (id: string) => booking.told(ticketsGivenBackV1.type, id);
const refundOf = (id: string, number: number, amountMinor: number) => ({
  ...{ bookingId: id as never, checkoutSessionId: 'cs_1', refundId: numberedId('refund', number), attempt: 1 },
  amount: { amountMinor, currency: 'USD' as const },
});

/** The counters of a category, which are the sum over its bookings; never more tickets admit than there are seats. */
async function counters(seating: Seating) {
  const stock = await booking.database.collection<{ _id: string; capacity: number; returning?: number }>('stock').findOne({ _id: seating });
  const all = (await stored().find({ seating }).toArray()).map(toBooking);
  const sum = (of: 'sold' | 'held' | 'returning') => all.reduce((total, each) => total + (seatsOf(each)[of] ?? 0), 0);
  const sums = { sold: sum('sold'), held: sum('held'), returning: sum('returning') };
  expect({ returning: 0, ...stock }).toMatchObject(sums);
  const valid = all.filter(({ status }) => status === 'paid').reduce((total, { tickets }) => total + tickets, 0);
  expect(valid).toBeLessThanOrEqual(stock!.capacity);
  return { ...sums, left: await booking.left(seating) };
}

beforeAll(() => booking.start(), 60_000);
afterAll(() => booking.stop());

it('a ticket that is given back is valid until someone has paid for its seat; then it is dead at the door, and its money goes back once', async () => {
  const [seating, buyer, next] = ['VIP Seating' as const, booking.person(), booking.person()];
  await booking.setCapacity(seating, 3);
  const id = await booking.paid(buyer, { seating, notickets: 3 });
  expect((await give(next, id, 1)).status).toBe(404);
  // Two phones press at once, and one once more.
  const pressed = [...(await Promise.all([give(buyer, id, 2, 3), give(buyer, id, 3, 2)])), await give(buyer, id, 2, 3)];
  expect(pressed.map(({ status, body }) => [status, body.returning])).toEqual(Array(3).fill([200, [2, 3]]));
  expect(await booking.told(returningChangedV1.type, id)).toEqual([{ bookingId: id, tickets: [2, 3] }]);
  expect(await counters(seating)).toEqual({ sold: 3, held: 0, returning: 2, left: 2 });
  expect(await scan(id, 3)).toMatchObject({ outcome: 'admitted' });
  const bought = await booking.reserved(next, { seating, notickets: 1 });
  await booking.settled(bought, priceMinor(seating, 1), 3);
  await booking.becomes(next, bought, 'paid');
  // Whoever went in with ticket 3 keeps it.
  expect(await taken(id)).toEqual([{ bookingId: id, tickets: [2], valid: [1, 2, 3], gifts: 0, because: 'taken' }]);
  expect(await scan(id, 2)).toMatchObject({ outcome: 'refused', reason: 'refunded' });
  expect(await scan(bought, 1)).toMatchObject({ outcome: 'admitted' });
  expect(await counters(seating)).toEqual({ sold: 3, held: 0, returning: 0, left: 0 });
  expect(await shown(buyer, id)).toMatchObject({ tickets: [1], returning: [] });
  const part = { returnId: numberedId('refund', 1), tickets: [2] };
  await booking.publish(refundStartedV1, { ...refundOf(id, 1, 100), part, cause: 'tickets taken', startedAt: at });
  const returned = async () =>
    (await booking.ask('GET', `/api/ticket-bookings/${id}`, { who: buyer })).body.returned as object[] | undefined;
  expect(await until('the buyer sees it', returned, (parts) => parts !== undefined, WAIT)).toMatchObject([{ tickets: [2] }]);
  expect(await counters(seating)).toMatchObject({ sold: 3, returning: 0 });
});

it('a ticket can be kept until its seat is promised, and a disputed one is nobody’s seat to buy', async () => {
  const [seating, buyer, next] = ['Premium Seating' as const, booking.person(), booking.person()];
  await booking.setCapacity(seating, 2);
  const id = await booking.paid(buyer, { seating, notickets: 2 });
  for (const wanted of [[1, 2], [], [1, 2]]) expect((await give(buyer, id, ...wanted)).body.returning).toEqual(wanted);
  const pending = await booking.reserved(next, { seating, notickets: 1 });
  expect((await give(buyer, id)).body.code).toBe('booking.seats_promised');
  expect((await give(buyer, id, 2)).body.returning).toEqual([2]);
  await booking.ask('POST', `/api/ticket-bookings/${pending}/cancel`, { who: next });
  const { amount, ...disputed } = refundOf(id, 1, 1);
  await booking.publish(disputeOpenedV1, { ...disputed, amount, disputeId: 'du_1', openedAt: at, reason: 'fraudulent' });
  await until(
    'it is disputed',
    () => shown(buyer, id),
    ({ refused }) => refused === 'disputed',
    WAIT,
  );
  const refusal = { code: 'booking.not_givable', detail: GIVE_BACK_REFUSALS.disputed };
  expect((await give(buyer, id, 2)).body).toMatchObject(refusal);
  expect(await counters(seating)).toEqual({ sold: 2, held: 0, returning: 0, left: 0 });
});

it('where the organisers buy tickets back at once they end as they are given back, all of a booking too', async () => {
  const [seating, buyer, admin] = ['Preferred Seating' as const, booking.person(), booking.person('admin')];
  const rules = (over: object) => booking.saveSettings(admin, (now) => ({ ...now, giveBack: { ...now.giveBack, ...over } }));
  expect((await rules({ when: 'at once' })).body.giveBack).toEqual({ allowed: true, untilMinutes: 120, when: 'at once', first: false });
  await booking.setCapacity(seating, 2);
  const id = await booking.paid(buyer, { seating, notickets: 2 });
  const answers = await Promise.all([give(buyer, id, 1, 2), give(buyer, id, 1, 2)]);
  expect(answers.map(({ status, body }) => [status, body.refused, body.tickets])).toEqual(Array(2).fill([200, 'none', []]));
  expect(await taken(id)).toEqual([{ bookingId: id, tickets: [1, 2], valid: [1, 2], gifts: 0, because: 'taken' }]);
  expect(await booking.told(returningChangedV1.type, id)).toEqual([]);
  expect(await counters(seating)).toEqual({ sold: 0, held: 0, returning: 0, left: 2 });
  await booking.publish(refundIssuedV1, { ...refundOf(id, 2, priceMinor(seating, 2)), issuedAt: at });
  expect(await booking.becomes(buyer, id, 'refunded')).toMatchObject({ notickets: 2 });
  await rules({ when: 'waits' });
});

it('of a crowd that gives back, keeps, is refunded and buys at one moment no seat is sold twice and no ticket taken twice', async () => {
  const [seating, owners, newcomers] = [
    'General Seating' as const,
    ...[6, 8].map((count) => Array.from({ length: count }, () => booking.person())),
  ];
  await booking.setCapacity(seating, 12);
  const own = await Promise.all(owners!.map((who) => booking.paid(who, { seating, notickets: 2 })));
  await Promise.all(owners!.map((who, index) => give(who, own[index]!, 1, 2)));
  const pending = await Promise.all(newcomers!.map((who) => booking.reserved(who, { seating, notickets: 1 })));
  await Promise.all([
    ...pending.map((id) => booking.settled(id, priceMinor(seating, 1), 2)),
    ...owners!.flatMap((who, index) => [[], [2], [1, 2]].map((wanted) => give(who, own[index]!, ...wanted))),
    booking.publish(refundStartedV1, { ...refundOf(own[0]!, 3, 1), cause: 'organiser', startedAt: at }),
    booking.publish(refundIssuedV1, { ...refundOf(own[0]!, 3, 1), issuedAt: at }),
  ]);
  for (const [index, id] of pending.entries())
    await until(
      'it is settled',
      () => booking.status(newcomers![index]!, id),
      (status) => status !== 'pending',
      WAIT,
    );
  await booking.becomes(owners![0]!, own[0]!, 'refunded');
  for (const id of own) {
    const ended = (await taken(id)).flatMap((fact) => (fact as { tickets: number[] }).tickets);
    expect(new Set(ended).size).toBe(ended.length);
  }
  expect((await counters(seating)).held).toBe(0);
});
