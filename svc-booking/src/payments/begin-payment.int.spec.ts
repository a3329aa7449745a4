import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { BookingDocument } from '../bookings/booking.schema.ts';
import { BOOKINGS, type BookingsRepository } from '../bookings/bookings.repository.ts';
import { CONCERT } from '../concert/concert.repository.ts';
import { RunningBooking } from '../running-booking.harness.ts';
import { BeginPayment } from './begin-payment.ts';

const booking = new RunningBooking();
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
