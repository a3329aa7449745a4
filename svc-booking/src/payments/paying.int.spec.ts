import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { bookingPaidV1 } from '@concert/contracts/booking/events';
import { priceMinor } from '@concert/contracts/booking/seating';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { sessionEndedV1 } from '@concert/contracts/payment/events';
import { until } from '@concert/test-kit/until';
import type { BookingDocument } from '../bookings/booking.schema.ts';
import { BOOKINGS, type BookingsRepository } from '../bookings/bookings.repository.ts';
import { chainHash } from '../bookings/mongo-bookings.repository.ts';
import { CONCERT } from '../concert/concert.repository.ts';
import { RunningBooking } from '../running-booking.harness.ts';
import { BeginPayment } from './begin-payment.ts';

const PRICE = priceMinor('General Seating', 2);
const booking = new RunningBooking();
const { clock } = booking;
const person = booking.person.bind(booking);
const stored = () => booking.database.collection<BookingDocument>('reserve-your-seat');

/** Opens pages with the service's own repositories. @param between runs between the read and the write of a try */
function beginning(between: (id: BookingId) => Promise<unknown> = () => Promise.resolve()): BeginPayment {
  const bookings: BookingsRepository = booking.service.app.get(BOOKINGS);
  const watched: Pick<BookingsRepository, 'byId' | 'prolong'> = {
    async byId(id) {
      const found = await bookings.byId(id);
      await between(id);
      return found;
    },
    prolong: (before, after) => bookings.prolong(before, after),
  };
  return new BeginPayment(watched, booking.service.app.get(CONCERT), booking.clock, 1_800);
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
    const begun = await Promise.all([1, 2, 3].map(() => beginning().begin(id, userId, true)));
    expect(new Set(begun.map(({ bookingId }) => bookingId))).toEqual(new Set([id]));
    const { holdEndsAt, keptUntil, paymentBegunAt } = (await stored().findOne({ _id: id }))!;
    expect(new Set(begun.map((answer) => answer.holdEndsAt))).toEqual(new Set([holdEndsAt.toISOString()]));
    expect(keptUntil!.getTime()).toBe(holdEndsAt.getTime() + 60_000);
    expect(paymentBegunAt).toEqual(booking.clock.now());
  });

  it('is opened over what somebody else changed in between, which stays', async () => {
    const { id, userId } = await reservation();
    let once = true;
    const begin = beginning(async () => {
      if (!once) return;
      once = false;
      await stored().updateOne({ _id: id }, { $set: { host: 'Maria' }, $inc: { version: 1 } });
    });
    expect((await begin.begin(id, userId, true)).bookingId).toBe(id);
    expect(await stored().findOne({ _id: id })).toMatchObject({ host: 'Maria', version: 3, paymentBegunAt: booking.clock.now() });
  });

  it('is refused when the booking ended in between', async () => {
    const { id, userId } = await reservation();
    let once = true;
    const begin = beginning(async () => {
      if (!once) return;
      once = false;
      await stored().updateOne({ _id: id }, { $set: { status: 'cancelled' }, $unset: { keptUntil: '' }, $inc: { version: 1 } });
    });
    await expect(begin.begin(id, userId, true)).rejects.toMatchObject({ code: 'booking.not_payable' });
  });

  it('is given up for a booking that changes each time', async () => {
    const { id, userId } = await reservation();
    const begin = beginning(() => stored().updateOne({ _id: id }, { $inc: { version: 1 } }));
    await expect(begin.begin(id, userId, true)).rejects.toMatchObject({ code: 'request.unavailable' });
  });
});

describe('money that arrives', () => {
  it('B2-01 makes the booking paid with one code per admission, and tells it once', async () => {
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
    expect(await stored().findOne({ _id: body.id })).toMatchObject({
      amount: PRICE,
      charged: PRICE - 1,
    });
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

  it('B3-04 after the hold ended is honoured while seats remain and goes back when they are gone', async () => {
    await booking.setCapacity('Premium Seating', 6);
    const [first, second] = [person(), person()];
    const late = await booking.reserve(first, { seating: 'Premium Seating', notickets: 6 });
    clock.advance({ minutes: 31 });
    expect(await booking.left('Premium Seating')).toBe(6);
    const other = await booking.reserve(second, { seating: 'Premium Seating', notickets: 6 });
    expect(other.status).toBe(201);
    await booking.settled(late.body.id, priceMinor('Premium Seating', 6));
    await booking.becomes(first, late.body.id, 'late_paid');

    await booking.publish(
      sessionEndedV1,
      { bookingId: other.body.id as never, checkoutSessionId: 'cs', outcome: 'cancelled', endedAt: clock.now().toISOString() },
      randomUUID(),
      5,
    );
    await booking.becomes(second, other.body.id, 'cancelled');
    expect(await booking.left('Premium Seating')).toBe(6);
    await booking.settled(other.body.id, priceMinor('Premium Seating', 6));
    await booking.becomes(second, other.body.id, 'paid');
    expect(await booking.left('Premium Seating')).toBe(0);
    await booking.setCapacity('Premium Seating', 60);
  });

  it('for a booking nobody knows waits in the retries, and nothing else waits with it', async () => {
    const who = person();
    const { body } = await booking.reserve(who);
    await booking.settled('bk_00000000000000000000000000', PRICE);
    await booking.settled(body.id, PRICE);
    await booking.becomes(who, body.id, 'paid');
  });
});
