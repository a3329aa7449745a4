import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bookingPaidV1 } from '@concert/contracts/booking/events';
import { priceMinor } from '@concert/contracts/booking/seating';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { until } from '@concert/test-kit/until';
import type { ListedTicket } from '@concert/contracts/booking/door';
import type { BookingView } from '@concert/contracts/booking/http';
import type { RefundBooking } from '@concert/contracts/booking/refunds';
import type { ReportRow } from '@concert/contracts/booking/reports';
import type { Timeline } from '@concert/contracts/booking/timeline';
import { giftGivenV1 } from '@concert/contracts/payment/gifts';
import { refundIssuedV1, refundStartedV1 } from '@concert/contracts/payment/refunds';
import { randomIds } from '@concert/service-kit/process/clock';
import type { BookingDocument } from '../bookings/booking.schema.ts';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { chainHash } from '../bookings/mongo-booking-documents.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { hashOfTicket, RunningBooking } from '../running-booking.harness.ts';
import { BeginPayment } from './begin-payment.ts';

const PRICE = priceMinor('General Seating', 2);
const booking = new RunningBooking();
const { clock } = booking;
const person = booking.person.bind(booking);
const stored = () => booking.database.collection<BookingDocument>('reserve-your-seat');

/** Opens pages with the service's own repositories. @param between runs between the read and the write of a try */
function beginning(between: (id: BookingId) => Promise<unknown> = () => Promise.resolve()): BeginPayment {
  const bookings = booking.service.app.get(MongoBookings);
  const watched: Pick<MongoBookings, 'byId' | 'prolong'> = {
    async byId(id) {
      const found = await bookings.byId(id);
      await between(id);
      return found;
    },
    prolong: (before, after) => bookings.prolong(before, after),
  };
  return new BeginPayment(watched, booking.service.app.get(MongoConcert), { opens: () => false }, booking.clock, 1_800);
}

/** The same, where somebody else changes the booking during the first try. */
function changedOnce(id: BookingId, change: object): BeginPayment {
  let once = true;
  return beginning(async () => {
    if (once) await stored().updateOne({ _id: id }, { ...change, $inc: { version: 1 } });
    once = false;
  });
}

async function reservation(): Promise<{ id: BookingId; userId: UserId }> {
  const who = booking.person();
  return { id: (await booking.reserved(who)) as BookingId, userId: who.userId };
}

beforeAll(() => booking.start(), 60_000);
afterAll(() => booking.stop());

describe('a payment page that is opened', () => {
  it('keeps the seats for as long as it lives, for whoever asks first and again', async () => {
    const { id, userId } = await reservation();
    const begun = await Promise.all([1, 2, 3].map(() => beginning().begin(id, { userId }, true)));
    expect(new Set(begun.map(({ bookingId }) => bookingId))).toEqual(new Set([id]));
    const { holdEndsAt, keptUntil, paymentBegunAt } = (await stored().findOne({ _id: id }))!;
    expect(new Set(begun.map((answer) => answer.holdEndsAt))).toEqual(new Set([holdEndsAt.toISOString()]));
    expect(keptUntil!.getTime()).toBe(holdEndsAt.getTime() + 60_000);
    expect(paymentBegunAt).toEqual(booking.clock.now());
  });

  it('is opened over what somebody else changed in between, which stays', async () => {
    const { id, userId } = await reservation();
    const begin = changedOnce(id, { $set: { host: 'Maria' } });
    expect((await begin.begin(id, { userId }, true)).bookingId).toBe(id);
    expect(await stored().findOne({ _id: id })).toMatchObject({ host: 'Maria', version: 3, paymentBegunAt: booking.clock.now() });
  });

  it('is refused when the booking ended in between', async () => {
    const { id, userId } = await reservation();
    const begin = changedOnce(id, { $set: { status: 'cancelled' }, $unset: { keptUntil: '' } });
    await expect(begin.begin(id, { userId }, true)).rejects.toMatchObject({ code: 'booking.not_payable' });
  });
});

describe('money that arrives', () => {
  it('B2-501 makes the booking paid with one code per admission, and tells it once', async () => {
    const who = person();
    const heard: unknown[] = [];
    const listener = await booking.channel();
    const { queue } = await listener.assertQueue('', { exclusive: true });
    await listener.bindQueue(queue, booking.room.exchange, bookingPaidV1.type);
    await listener.consume(queue, (message) => void heard.push(JSON.parse(message!.content.toString())), { noAck: true });

    const { body } = await booking.reserve(who, { notickets: 3 });
    const before = await booking.left('General Seating');
    await booking.settled(body.id, priceMinor('General Seating', 3), 10);
    await booking.settled(body.id, priceMinor('General Seating', 3));
    const paid = await booking.becomes(who, body.id, 'paid');
    expect(paid.tickets).toHaveLength(3);
    expect(new Set(paid.tickets!.map(({ code }) => code)).size).toBe(3);
    expect(await booking.left('General Seating')).toBe(before);
    await until('the fact is out', () => heard.length >= 1);
    expect(heard).toHaveLength(1);
    expect(JSON.stringify(heard)).not.toContain(who.email);

    const mailOf = (id: string) => booking.ask('GET', `/internal/ticket-mails/${id}`, { caller: booking.notify });
    expect((await mailOf('bk_00000000000000000000000000')).body.code).toBe('booking.not_found');
    const { body: mail } = await mailOf(body.id);
    expect(mail).toMatchObject({ email: who.email, amount: { amountMinor: priceMinor('General Seating', 3), currency: 'USD' } });
    expect(mail.tickets).toHaveLength(3);
    const link = new URL(mail.ticketUrl);
    const details = await booking.ask('POST', '/api/get-booking-details', {
      body: { reference: link.searchParams.get('ref'), reference2: link.searchParams.get('ref2') },
    });
    expect(details.body[0]).toMatchObject({ id: body.id, status: 'paid' });
    await listener.close();
  });

  it('S3-07 S3-12 S3-13 S9-35 is kept in its collection under its id, with a history that shows later edits', async () => {
    const who = person();
    const { body } = await booking.reserve(who);
    await booking.settled(body.id, PRICE);
    await booking.becomes(who, body.id, 'paid');
    const document = await stored().findOne({ _id: body.id });
    let previous = '';
    for (const entry of document!.history) {
      previous = chainHash(previous, body.id, entry);
      expect(entry.hash).toBe(previous);
    }
    expect(document).toMatchObject({ _id: body.id, host: 'http://localhost:8080', amount: PRICE, currency: 'USD' });
    expect(document!.history.map(({ from, to, cause }) => [from, to, cause])).toEqual([
      [null, 'pending', 'reserved'],
      ['pending', 'paid', 'webhook'],
    ]);
  });

  it('of another amount goes back instead of buying seats, and the seats it held are there for others at once', async () => {
    const before = await booking.left('General Seating');
    const who = person();
    const { body } = await booking.reserve(who);
    expect(await booking.left('General Seating')).toBe(before - 2);
    await booking.settled(body.id, PRICE - 1);
    await booking.becomes(who, body.id, 'late_paid');
    // The report shows the amount that was really charged.
    expect(await stored().findOne({ _id: body.id })).toMatchObject({ amount: PRICE, charged: PRICE - 1 });
    expect(await booking.left('General Seating')).toBe(before);
  });

  it('of a cancelled concert goes back, and its seats are kept for nobody', async () => {
    // A category of its own: while the concert is cancelled, every hold of other tests may end.
    const seating = 'VIP Seating';
    const before = await booking.left(seating);
    const who = person();
    const { body } = await booking.reserve(who, { seating, notickets: 2 });
    await booking.setConcertState('cancelled');
    await booking.settled(body.id, priceMinor(seating, 2));
    await booking.becomes(who, body.id, 'late_paid');
    await booking.setConcertState('open');
    expect(await booking.left(seating)).toBe(before);
  });

  it('B3-504 after the hold ended is honoured while seats remain and goes back when they are gone', async () => {
    await booking.setCapacity('Premium Seating', 6);
    const [first, second] = [person(), person()];
    const late = await booking.reserve(first, { seating: 'Premium Seating', notickets: 6 });
    clock.advance({ minutes: 31 });
    expect(await booking.left('Premium Seating')).toBe(6);
    const other = await booking.reserve(second, { seating: 'Premium Seating', notickets: 6 });
    expect(other.status).toBe(201);
    await booking.settled(late.body.id, priceMinor('Premium Seating', 6));
    await booking.becomes(first, late.body.id, 'late_paid');

    await booking.pageEnded(other.body.id, 'cancelled', 5);
    await booking.becomes(second, other.body.id, 'cancelled');
    expect(await booking.left('Premium Seating')).toBe(6);
    await booking.settled(other.body.id, priceMinor('Premium Seating', 6));
    await booking.becomes(second, other.body.id, 'paid');
    expect(await booking.left('Premium Seating')).toBe(0);
    await booking.setCapacity('Premium Seating', 60);
  });
});

const organiser = booking.person('organiser');
const SEATING = 'General Seating';
const ONE = priceMinor(SEATING, 1);
type Person = ReturnType<typeof booking.person>;

const view = async (who: Person, id: string) => (await booking.ask('GET', `/api/ticket-bookings/${id}`, { who })).body as BookingView;
const sold = async () => (await booking.database.collection<{ _id: string; sold: number }>('stock').findOne({ _id: SEATING }))!.sold;
const line = () => booking.reportLine(SEATING);
const door = async () => (await booking.ask('GET', '/api/door', { who: organiser })).body as { expected: number; listMark: string };
const asked = async (id: string) =>
  (
    (await booking.ask('POST', '/internal/refund-bookings', { caller: booking.payment, body: { bookingIds: [id] } })).body
      .bookings as RefundBooking[]
  )[0]!;
const money = async (id: string) =>
  ((await booking.ask('GET', '/internal/booking-money', { caller: booking.payment })).body.items as { bookingId: string }[]).find(
    ({ bookingId }) => bookingId === id,
  );

interface Told {
  readonly tickets: number[];
  readonly amountMinor: number;
  readonly attempt: number;
  readonly returnId?: ReturnType<typeof newReturn>;
}
const newReturn = () => randomIds.next('refund');
const factOf = (id: string, { tickets, amountMinor, attempt, returnId = newReturn() }: Told) => ({
  bookingId: id as never,
  checkoutSessionId: `cs_test_${id.slice(3)}`,
  refundId: returnId,
  amount: { amountMinor, currency: 'USD' as const },
  attempt,
  part: { returnId, tickets },
});
const at = () => booking.clock.now().toISOString();
const started = (id: string, told: Told, times = 1) =>
  booking.publish(refundStartedV1, { ...factOf(id, told), cause: 'organiser', startedAt: at() }, undefined, times);
const issued = (id: string, told: Told) => booking.publish(refundIssuedV1, { ...factOf(id, told), issuedAt: at() });
const becomes = (who: Person, id: string, states: readonly string[]) =>
  until(
    `its partial returns are ${states.join()}`,
    async () => (await view(who, id)).returned?.map(({ state }) => state).join(),
    states.join(),
  );

describe('a partial return', () => {
  it('B2-544 ends its tickets at the door and on the page, sells their seats again once, and stands in report, money and timeline', async () => {
    const who = booking.person();
    const id = await booking.paid(who, { notickets: 6 });
    const codes = (await view(who, id)).tickets!.map(({ code }) => code);
    const before = { sold: await sold(), line: await line(), door: await door() };
    const told: Told = { tickets: [2, 5], amountMinor: 2 * ONE, attempt: 1, returnId: newReturn() };
    await started(id, told, 3);
    await becomes(who, id, ['started']);
    expect(await view(who, id)).toMatchObject({
      status: 'paid',
      notickets: 4,
      amount: 6 * ONE,
      tickets: [1, 3, 4, 6].map((number) => ({ number })),
      returned: [{ tickets: [2, 5], amount: 2 * ONE, state: 'started' }],
    });
    expect(await sold()).toBe(before.sold - 2);
    expect(await booking.scan(codes[1]!)).toMatchObject({ outcome: 'refused', reason: 'refunded', ticket: { number: 2, of: 6 } });
    expect(await booking.scan(codes[2]!)).toMatchObject({ outcome: 'admitted', ticket: { number: 3, of: 6 } });
    const after = await door();
    expect([after.expected, after.listMark === before.door.listMark]).toEqual([before.door.expected - 2, false]);
    const { items } = (await booking.ask('GET', '/api/door/list', { who: organiser })).body as { items: ListedTicket[] };
    const { ticketIds } = (await booking.database
      .collection<{ _id: string; ticketIds: string[] }>('reserve-your-seat')
      .findOne({ _id: id }))!;
    expect(ticketIds.map((ticketId) => items.find(({ ticketHash }) => ticketHash === hashOfTicket(ticketId))?.state)).toEqual([
      'valid',
      'refunded',
      'valid',
      'valid',
      'refunded',
      'valid',
    ]);
    expect((await asked(id)).ticketsLeft).toEqual([1, 3, 4, 6].map((number) => ({ number, inside: number === 3 })));
    // The money counts once it has gone.
    expect(await money(id)).toMatchObject({ returned: { amountMinor: 0 } });
    await issued(id, told);
    await becomes(who, id, ['issued']);
    const now = await line();
    expect((['chargedMinor', 'tickets', 'sold'] as const).map((field) => now[field] - before.line[field])).toEqual([0, -2, -2]);
    expect(await money(id)).toMatchObject({ status: 'paid', price: { amountMinor: 6 * ONE }, returned: { amountMinor: 2 * ONE } });
    const rows = (await booking.ask('POST', '/api/get-bookings', { who: organiser, body: { email: organiser.email, search: id } }))
      .body as ReportRow[];
    expect(rows).toMatchObject([{ notickets: 4, amount: 6 * ONE }]);
    const { entries } = (await booking.ask('GET', `/api/ticket-bookings/${id}/timeline`, { who: organiser })).body as Timeline;
    expect(entries.filter(({ kind }) => kind === 'money').map((entry) => 'what' in entry && entry.what)).toEqual(
      expect.arrayContaining(['settled', 'refund-started', 'refund-issued']),
    );

    // The rest is refunded: all seats have come back once.
    const whole = { ...factOf(id, { tickets: [], amountMinor: 4 * ONE, attempt: 2 }), part: undefined };
    await booking.publish(refundIssuedV1, { ...whole, issuedAt: at() });
    await booking.becomes(who, id, 'refunded');
    expect(await sold()).toBe(before.sold - 6);
  });
});

describe('a gift beside the seats', () => {
  const GIFT = 2_000;
  const gifts = (taken: boolean) => booking.saveSettings(person('admin'), (now) => ({ ...now, gifts: taken }));

  it('is no part of the price: charged with it, given, left by the refund of the seats, and sent back by itself', async () => {
    const who = person();
    const off = await booking.reserve(who, { giftMinor: GIFT });
    expect([off.body.code, off.body.errors[0].field]).toEqual(['request.invalid', 'giftMinor']);
    await gifts(true);
    const id = (await booking.reserved(who, { giftMinor: GIFT })) as BookingId;
    expect(await booking.beginPayment(id, who)).toMatchObject({ amount: { amountMinor: PRICE }, giftMinor: GIFT });
    await gifts(false);
    const { chargedMinor } = await booking.reportLine('General Seating');
    await booking.settled(id, PRICE + GIFT, 2, GIFT);
    expect(await booking.becomes(who, id, 'paid')).toMatchObject({ amount: PRICE, giftMinor: GIFT });
    const [giftId, refundId, backId] = [1, 2, 3].map(() => randomIds.next('refund')) as [never, never, never];
    const at = clock.now().toISOString();
    const fact = { bookingId: id, checkoutSessionId: 'cs_1' };
    const usd = (amountMinor: number) => ({ amountMinor, currency: 'USD' as const });
    await booking.publish(giftGivenV1, { ...fact, giftId, attempt: 1, amount: usd(GIFT), tickets: [], endsBooking: false, givenAt: at });
    const whole = { ...fact, refundId, attempt: 2, amount: usd(PRICE) };
    await booking.publish(refundStartedV1, { ...whole, cause: 'organiser', startedAt: at });
    await booking.publish(refundIssuedV1, { ...whole, issuedAt: at });
    const refunded = await booking.becomes(who, id, 'refunded');
    expect(refunded.returned).toMatchObject([{ tickets: [], amount: GIFT, state: 'given' }]);
    expect((await booking.reportLine('General Seating')).chargedMinor - chargedMinor).toBe(PRICE + GIFT);
    const back = { ...fact, refundId: backId, attempt: 3, amount: usd(GIFT), part: { returnId: giftId, tickets: [] } };
    await booking.publish(refundStartedV1, { ...back, cause: 'gift sent back', startedAt: at });
    await booking.publish(refundIssuedV1, { ...back, issuedAt: at });
    const receipt = () => booking.ask('POST', `/api/ticket-bookings/${id}/receipt`, { who, body: {} });
    const { body } = await until('its receipt knows', receipt, (answer) => answer.body.totalMinor === 0);
    const lines = (body.lines as { what: string; amountMinor: number }[]).map(({ what, amountMinor }) => [what, amountMinor]);
    expect(lines.slice(1)).toEqual([
      ['Gift to the welfare work', GIFT],
      ['Refund', -PRICE],
      ['Refund of the gift', -GIFT],
    ]);
  });
});
