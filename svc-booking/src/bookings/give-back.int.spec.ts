import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { returningChangedV1, ticketsGivenBackV1 } from '@concert/contracts/booking/events';
import type { ListedTicket } from '@concert/contracts/booking/door';
import type { GiveBackView } from '@concert/contracts/booking/give-back';
import { priceMinor, type Seating } from '@concert/contracts/booking/seating';
import type { Identity } from '@concert/contracts/core/identity';
import { idFromBytes } from '@concert/contracts/core/ids';
import { disputeOpenedV1 } from '@concert/contracts/payment/disputes';
import { refundIssuedV1, refundStartedV1 } from '@concert/contracts/payment/refunds';
import { until } from '@concert/test-kit/until';
import { hashOfTicket, RunningBooking } from '../running-booking.harness.ts';
import { seatsOf } from './booking.ts';
import { toBooking } from './mongo-booking-documents.ts';
import type { BookingDocument } from './booking.schema.ts';

const booking = new RunningBooking();
const organiser = booking.person('organiser');
const usd = (amountMinor: number) => ({ amountMinor, currency: 'USD' as const });
const give = (who: Identity, id: string, ...tickets: number[]) =>
  booking.ask('PUT', `/api/ticket-bookings/${id}/returning`, { who, body: { tickets } });
const shown = async (who: Identity, id: string) =>
  (await booking.ask('GET', `/api/ticket-bookings/${id}`, { who })).body.giveBack as GiveBackView;
const document = async (id: string) =>
  (await booking.database.collection<BookingDocument>('reserve-your-seat').findOne({ _id: id as never }))!;
const scanned = async (id: string, number: number) => booking.scan((await document(id)).ticketIds[number - 1]!.slice(3));
const taken = (id: string) => booking.told(ticketsGivenBackV1.type, id);
const buyers = (count: number) => Array.from({ length: count }, () => booking.person());

/** The counters as stored, which have to be the sum over the bookings. */
async function counters(seating: Seating) {
  const stored = await booking.database
    .collection<{ _id: string; capacity: number; [counter: string]: unknown }>('stock')
    .findOne({ _id: seating });
  const all = await booking.database.collection<BookingDocument>('reserve-your-seat').find({ seating }).toArray();
  const sums = { sold: 0, held: 0, returning: 0 };
  for (const { sold, held, returning = 0 } of all.map((one) => seatsOf(toBooking(one)))) {
    sums.sold += sold;
    sums.held += held;
    sums.returning += returning;
  }
  expect(stored).toMatchObject(stored?.['returning'] === undefined ? { sold: sums.sold, held: sums.held } : sums);
  const valid = all.flatMap(({ status, notickets, ticketIds }) => (status === 'paid' && ticketIds.length > 0 ? [notickets] : []));
  expect(valid.reduce((sum, tickets) => sum + tickets, 0)).toBeLessThanOrEqual(stored!.capacity);
  return { ...sums, left: await booking.left(seating) };
}

beforeAll(() => booking.start(), 60_000);
afterAll(() => booking.stop());

it('a ticket that is given back is valid until someone has paid for its seat; then it is dead at the door and its money goes back once', async () => {
  const seating = 'VIP Seating';
  await booking.setCapacity(seating, 3);
  const [buyer, next, stranger] = buyers(3) as [Identity, Identity, Identity];
  const id = await booking.paid(buyer, { seating, notickets: 3 });
  const price = priceMinor(seating, 3);
  const share = Math.floor(price / 3);
  expect(await shown(buyer, id)).toMatchObject({
    tickets: [1, 2, 3],
    returning: [],
    moneyBack: [share, Math.floor((2 * price) / 3), price],
    atOnce: false,
  });
  expect([
    (await give(stranger, id, 1)).status,
    (await booking.ask('GET', `/api/ticket-bookings/${id}`, { who: organiser })).body.giveBack,
  ]).toEqual([404, undefined]);
  // Two phones press at once, and once more.
  const pressed = await Promise.all([give(buyer, id, 2, 3), give(buyer, id, 3, 2)]);
  expect([...pressed, await give(buyer, id, 2, 3)].map(({ status, body }) => [status, body.returning])).toEqual(
    Array(3).fill([200, [2, 3]]),
  );
  expect(await booking.told(returningChangedV1.type, id)).toEqual([{ bookingId: id, tickets: [2, 3] }]);
  expect(await counters(seating)).toEqual({ sold: 3, held: 0, returning: 2, left: 2 });
  expect(await scanned(id, 3)).toMatchObject({ outcome: 'admitted' });
  const bought = await booking.reserved(next, { seating, notickets: 1 });
  expect(await counters(seating)).toEqual({ sold: 3, held: 1, returning: 2, left: 1 });
  await booking.settled(bought, priceMinor(seating, 1), 3);
  await booking.becomes(next, bought, 'paid');
  // Whoever went in with ticket 3 keeps it.
  expect(await taken(id)).toEqual([{ bookingId: id, tickets: [2], valid: [1, 2, 3], gifts: 0, because: 'taken' }]);
  expect(await scanned(id, 2)).toMatchObject({ outcome: 'refused', reason: 'refunded' });
  expect(await scanned(bought, 1)).toMatchObject({ outcome: 'admitted' });
  const list = (await booking.ask('GET', '/api/door/list', { who: organiser })).body.items as ListedTicket[];
  const hash = hashOfTicket((await document(id)).ticketIds[1]!);
  expect(list.find(({ ticketHash }) => ticketHash === hash)?.state).toBe('refunded');
  expect(await counters(seating)).toEqual({ sold: 3, held: 0, returning: 0, left: 0 });
  expect(await shown(buyer, id)).toMatchObject({ tickets: [1], returning: [] });
  const part = { returnId: idFromBytes('refund', new Uint8Array(17)), tickets: [2] };
  const money = { bookingId: id as never, checkoutSessionId: 'cs_1', refundId: part.returnId, amount: usd(share), attempt: 1, part };
  await booking.publish(refundStartedV1, { ...money, cause: 'tickets taken', startedAt: booking.clock.now().toISOString() });
  const returned = async () =>
    (await booking.ask('GET', `/api/ticket-bookings/${id}`, { who: buyer })).body.returned as object[] | undefined;
  expect(await until('the buyer sees it', returned, (parts) => parts !== undefined, { withinMs: 20_000 })).toMatchObject([
    { tickets: [2] },
  ]);
  expect([(await document(id)).taken, await counters(seating)]).toMatchObject([undefined, { sold: 3, returning: 0 }]);
});

it('a ticket can be kept until its seat is promised, and is refused with the reason where it cannot be given back', async () => {
  const seating = 'Premium Seating';
  await booking.setCapacity(seating, 2);
  const [buyer, next] = buyers(2) as [Identity, Identity];
  const id = await booking.paid(buyer, { seating, notickets: 2 });
  await give(buyer, id, 1, 2);
  expect((await give(buyer, id)).body.returning).toEqual([]);
  await give(buyer, id, 1, 2);
  const pending = await booking.reserved(next, { seating, notickets: 1 });
  expect((await give(buyer, id)).body.code).toBe('booking.seats_promised');
  expect((await give(buyer, id, 2)).body.returning).toEqual([2]);
  await booking.ask('POST', `/api/ticket-bookings/${pending}/cancel`, { who: next });
  expect((await give(buyer, id)).body.returning).toEqual([]);
  await give(buyer, id, 2);
  // A bank may take the money back: the seat is no longer sold to others.
  const openedAt = booking.clock.now().toISOString();
  const dispute = { bookingId: id as never, checkoutSessionId: 'cs_1', disputeId: 'du_1', amount: usd(1), openedAt, reason: 'fraudulent' };
  await booking.publish(disputeOpenedV1, dispute);
  await until(
    'it is disputed',
    () => shown(buyer, id),
    ({ refused }) => refused === 'disputed',
    { withinMs: 20_000 },
  );
  expect((await give(buyer, id, 2)).body).toMatchObject({ code: 'booking.not_givable', detail: expect.stringContaining('disputed') });
  expect(await counters(seating)).toEqual({ sold: 2, held: 0, returning: 0, left: 0 });
});

it('where the organisers buy tickets back at once they end as they are given back, all of a booking too, and their seats are free', async () => {
  const seating = 'Preferred Seating';
  const admin = booking.person('admin');
  const saved = await booking.saveSettings(admin, (now) => ({ ...now, giveBack: { ...now.giveBack, when: 'at once', untilMinutes: 60 } }));
  expect(saved.body.giveBack).toEqual({ allowed: true, untilMinutes: 60, when: 'at once', first: false });
  await booking.setCapacity(seating, 2);
  const [buyer] = buyers(1) as [Identity];
  const id = await booking.paid(buyer, { seating, notickets: 2 });
  const answers = await Promise.all([give(buyer, id, 1, 2), give(buyer, id, 1, 2)]);
  expect(answers.map(({ status, body }) => [status, body.refused, body.tickets])).toEqual(Array(2).fill([200, 'none', []]));
  expect(await taken(id)).toEqual([{ bookingId: id, tickets: [1, 2], valid: [1, 2], gifts: 0, because: 'taken' }]);
  expect(await booking.told(returningChangedV1.type, id)).toEqual([]);
  expect(await counters(seating)).toEqual({ sold: 0, held: 0, returning: 0, left: 2 });
  const refund = {
    bookingId: id as never,
    checkoutSessionId: 'cs_1',
    refundId: idFromBytes('refund', new Uint8Array(17).fill(1)),
    attempt: 1,
  };
  await booking.publish(refundIssuedV1, { ...refund, amount: usd(priceMinor(seating, 2)), issuedAt: booking.clock.now().toISOString() });
  expect(await booking.becomes(buyer, id, 'refunded')).toMatchObject({ notickets: 2 });
  const { items } = (await booking.ask('GET', '/api/audit-log?act=concert.settings-changed', { who: organiser })).body;
  expect(items[0].detail.giveBack).toContain('until 60 minutes before, at once');
  await booking.saveSettings(admin, (now) => ({ ...now, giveBack: { ...now.giveBack, when: 'waits' } }));
});

it('of a crowd that gives back, keeps, is refunded and buys at one moment no seat is sold twice and none is lost', async () => {
  const seating = 'General Seating';
  await booking.setCapacity(seating, 12);
  const owners = buyers(6);
  const own = await Promise.all(owners.map((who) => booking.paid(who, { seating, notickets: 2 })));
  await Promise.all(owners.map((who, index) => give(who, own[index]!, 1, 2)));
  const newcomers = buyers(8);
  const pending = await Promise.all(newcomers.map((who) => booking.reserved(who, { seating, notickets: 1 })));
  const whole = {
    bookingId: own[0] as never,
    checkoutSessionId: 'cs_1',
    refundId: idFromBytes('refund', new Uint8Array(17).fill(2)),
    attempt: 1,
  };
  const at = booking.clock.now().toISOString();
  await Promise.all([
    ...pending.map((id) => booking.settled(id, priceMinor(seating, 1), 2)),
    ...owners.flatMap((who, index) => [give(who, own[index]!), give(who, own[index]!, 2), give(who, own[index]!, 1, 2)]),
    booking.publish(refundStartedV1, { ...whole, amount: usd(1), cause: 'organiser', startedAt: at }),
    booking.publish(refundIssuedV1, { ...whole, amount: usd(1), issuedAt: at }),
  ]);
  await Promise.all(
    pending.map((id, index) =>
      until(
        'it is settled',
        () => booking.status(newcomers[index]!, id),
        (status) => status !== 'pending',
        { withinMs: 20_000 },
      ),
    ),
  );
  await booking.becomes(owners[0]!, own[0]!, 'refunded');
  const ended = await Promise.all(own.map(async (id) => (await taken(id)).flatMap((fact) => (fact as { tickets: number[] }).tickets)));
  for (const [index, numbers] of ended.entries()) expect([index, new Set(numbers).size]).toEqual([index, numbers.length]);
  await until(
    'all is counted',
    () => counters(seating),
    ({ held }) => held === 0,
    { withinMs: 20_000 },
  );
});
