import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ListedTicket, ScanResult } from '@concert/contracts/booking/door';
import type { Timeline } from '@concert/contracts/booking/search';
import { idFromBytes } from '@concert/contracts/core/ids';
import { disputeClosedV1, disputeOpenedV1 } from '@concert/contracts/payment/disputes';
import { sessionSettledV1 } from '@concert/contracts/payment/events';
import { until } from '@concert/test-kit/until';
import { RunningBooking } from '../running-booking.spec.ts';

const booking = new RunningBooking();
const organiser = booking.person('organiser');
let made = 0;

/** What the payment provider remembers of a booking that is lost. */
function remembered(seating = 'General Seating', tickets = 2) {
  made += 1;
  const who = booking.person();
  return { who, asked: { bookingId: idFromBytes('booking', new Uint8Array(13).fill(made)), userId: who.userId, email: who.email, seating, tickets } };
}

const restore = (asked: object, caller = booking.payment) => booking.ask('POST', '/internal/bookings/restore', { body: asked, caller });
const listed = async () => (await booking.ask('GET', '/internal/booking-money', { caller: booking.payment })).body.items as { bookingId: string; status: string; price: { amountMinor: number } }[];
const settled = (bookingId: string, amountMinor: number) =>
  booking.tell(sessionSettledV1, { bookingId: bookingId as never, checkoutSessionId: `cs_test_${bookingId.slice(3)}`, paymentIntentId: 'pi_1', amount: { amountMinor, currency: 'USD' }, settledAt: booking.clock.now().toISOString(), cause: 'reconciler' });
const becomes = (who: ReturnType<typeof booking.person>, id: string, wanted: string) => until(`the booking is ${wanted}`, () => booking.status(who, id), (status) => status === wanted, { withinMs: 20_000 });

beforeAll(() => booking.start(), 60_000);
afterAll(() => booking.stop());

describe('F34 a booking that only the payment provider remembers', () => {
  it('comes back without seats, and is sold its seats by the news that it is paid', async () => {
    const { who, asked } = remembered();
    expect((await restore(asked)).body).toEqual({ known: false });
    expect((await restore(asked)).body).toEqual({ known: true });
    expect(await booking.status(who, asked.bookingId)).toBe('expired');
    await settled(asked.bookingId, 5_000);
    await becomes(who, asked.bookingId, 'paid');
    expect(await listed()).toContainEqual({ bookingId: asked.bookingId, status: 'paid', price: { amountMinor: 5_000, currency: 'USD' } });
  });

  it('goes back to its buyer where the seats are somebody else’s by now', async () => {
    await booking.database.collection<{ _id: string }>('stock').updateOne({ _id: 'VIP Seating' }, { $set: { capacity: 6 }, $inc: { version: 1 } });
    await booking.paid(booking.person(), { seating: 'VIP Seating', notickets: 6 });
    const { who, asked } = remembered('VIP Seating', 6);
    await restore(asked);
    await settled(asked.bookingId, 250_000);
    await becomes(who, asked.bookingId, 'late_paid');
  });

  it('that is known stays as it is, and only svc-payment may ask', async () => {
    const who = booking.person();
    const id = await booking.paid(who);
    expect((await restore({ bookingId: id, userId: who.userId, email: who.email, seating: 'General Seating', tickets: 6 })).body).toEqual({ known: true });
    expect(await booking.status(who, id)).toBe('paid');
    expect((await restore(remembered().asked, booking.notify)).status).toBe(404);
    expect((await restore({ ...remembered().asked, tickets: 7 })).status).toBe(422);
  });
});

describe('F44 a disputed payment', () => {
  const dispute = (id: string) => ({ bookingId: id as never, checkoutSessionId: 'cs_test_1', disputeId: `du_${id}`, amount: { amountMinor: 5_000, currency: 'USD' as const } });
  const seen = async (id: string, who = organiser) => (await booking.ask('GET', `/api/ticket-bookings/${id}`, { who })).body.dispute as string | undefined;

  const found = async (search: string) => ((await booking.ask('POST', '/api/get-bookings', { who: organiser, body: { email: organiser.email, search } })).body as { id: string; dispute?: string }[]).map((row) => [row.id, row.dispute]);
  const ticketIds = async (id: string) => (await booking.database.collection<{ _id: string; ticketIds: string[] }>('reserve-your-seat').findOne({ _id: id }))!.ticketIds;
  const scanned = async (id: string, index = 0) => {
    const scan = { scanId: randomUUID(), code: (await ticketIds(id))[index]!.slice(3), scannedAt: booking.clock.now().toISOString(), door: 'Main' };
    return (await booking.ask('POST', '/api/door/scans', { who: organiser, body: { scans: [scan] } })).body.results[0] as ScanResult;
  };
  const listedAtTheDoor = async (id: string) => {
    const own = await ticketIds(id);
    return ((await booking.ask('GET', '/api/door/list', { who: organiser })).body.items as ListedTicket[]).filter(({ ticketId }) => own.includes(ticketId));
  };
  const moneyTold = async (id: string) => {
    const { body } = await booking.ask('GET', `/api/ticket-bookings/${id}/timeline`, { who: organiser });
    const { booking: { dispute }, disputes = [] } = body as Timeline;
    return { dispute, disputes: disputes.map(({ state, reference }) => [state, reference]) };
  };

  it('B3-10 is told with the booking, in report, timeline and at the door, and what the bank decided stays on it', async () => {
    const who = booking.person();
    const id = await booking.paid(who);
    await booking.tell(disputeOpenedV1, { ...dispute(id), openedAt: booking.clock.now().toISOString() });
    await until('it is flagged', () => seen(id), (state) => state === 'open', { withinMs: 20_000 });
    expect(await seen(id, who)).toBe('open');
    expect(await found('disputed')).toEqual([[id, 'open']]);
    expect(await scanned(id)).toMatchObject({ outcome: 'admitted', ticket: { disputed: true } });
    expect(await listedAtTheDoor(id)).toMatchObject([{ state: 'valid', disputed: true }, { state: 'valid', disputed: true }]);
    await booking.tell(disputeClosedV1, { ...dispute(id), outcome: 'lost', closedAt: booking.clock.now().toISOString() });
    await until('it is decided', () => seen(id), (state) => state === 'lost', { withinMs: 20_000 });
    expect(await found('disputed')).toEqual([[id, 'lost']]);
    // The bank gave the money back: the tickets are refunded ones, at a door with network and without.
    const before = (await booking.ask('GET', '/api/door', { who: organiser })).body.expected as number;
    expect(await scanned(id, 1)).toMatchObject({ outcome: 'refused', reason: 'refunded' });
    expect((await listedAtTheDoor(id)).map(({ state, disputed }) => [state, disputed])).toEqual([['refunded', undefined], ['refunded', undefined]]);
    const timeline = await until('the timeline tells it', () => moneyTold(id), ({ disputes }) => disputes.length === 2, { withinMs: 20_000 });
    expect(timeline).toEqual({ dispute: 'lost', disputes: [['open', `du_${id}`], ['lost', `du_${id}`]] });
    expect(await found(`du_${id}`)).toEqual([[id, 'lost']]);
    await booking.paid(booking.person());
    expect((await booking.ask('GET', '/api/door', { who: organiser })).body.expected).toBe(before + 2);
  });

  it('that is heard of last when it ended stays ended', async () => {
    const id = await booking.paid(booking.person());
    await booking.tell(disputeClosedV1, { ...dispute(id), outcome: 'won', closedAt: booking.clock.now().toISOString() });
    await until('it is decided', () => seen(id), (state) => state === 'won', { withinMs: 20_000 });
    await booking.tell(disputeOpenedV1, { ...dispute(id), openedAt: booking.clock.now().toISOString() });
    const handled = () => booking.database.collection<{ _id: string }>('inbox').countDocuments({ _id: /^follow-disputes:/ });
    await until('all four are heard', handled, (count) => count === 4, { withinMs: 20_000 });
    expect(await seen(id)).toBe('won');
    expect(await scanned(id)).toMatchObject({ outcome: 'admitted' });
    expect((await scanned(id)).ticket).not.toHaveProperty('disputed');
    expect((await found('disputed')).map(([other]) => other)).not.toContain(id);
  });
});
