import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { priceMinor, type Seating } from '@concert/contracts/booking/seating';
import type { BookingId } from '@concert/contracts/core/ids';
import { money } from '@concert/contracts/core/money';
import { randomIds } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { until } from '@concert/test-kit/until';
import { RunningBooking } from '../../running-booking.harness.ts';
import { type Booking, newBooking } from '../booking.ts';
import type { BookingDocument } from '../booking.schema.ts';
import { MongoBookings } from '../mongo-bookings.ts';
import { SeatLanes } from './seat-lanes.ts';
import type { SeatDraft } from './seat-unit-of-work.ts';
const seating = 'Premium Seating';
const booking = new RunningBooking();
const bookings = () => booking.database.collection<BookingDocument>('reserve-your-seat');
const stockOf = async (category: Seating) =>
  (await booking.database.collection<{ _id: string; sold: number; held: number; capacity: number }>('stock').findOne({ _id: category }))!;
const leftOf = booking.left.bind(booking);
const setCapacity = booking.setCapacity.bind(booking);

/** Stores a booking through a command. */
function fresh(over: Partial<Booking> = {}): Booking {
  const { userId, email } = booking.person();
  const words = { firstname: 'Anna', lastname: '', email, phoneno: '5551234567', host: '' };
  return {
    ...newBooking(
      { id: randomIds.next('booking'), userId, seating, tickets: 1, ...words },
      money(priceMinor(seating, 1)),
      booking.clock.now(),
      1_800,
    ),
    ...over,
  };
}

beforeAll(() => booking.start({ BOOKING_PATIENCE_MS: '20000' }), 60_000);
afterAll(() => booking.stop());

describe('a batch of the lane', () => {
  it('reads in its transaction what a refusal rests on: outside of it a commit of a moment ago may not be seen yet', async () => {
    const { app } = booking.service;
    const [ofBuyers, answers] = [jest.spyOn(app.get(MongoBookings), 'pendingOrPaidOf'), jest.spyOn(app.get(Idempotency), 'recallAll')];
    await booking.reserved(booking.person());
    const sessions = [...ofBuyers.mock.calls.map((call) => call[2]), ...answers.mock.calls.map((call) => call[1])];
    expect(sessions.map((session) => session?.constructor.name)).toEqual(['ClientSession', 'ClientSession']);
    jest.restoreAllMocks();
  });

  it('takes no seats for whom was told to come again before the category was claimed', async () => {
    const before = await stockOf(seating);
    const late = { deadline: performance.now() - 1, decide: (seats: SeatDraft) => seats.put(fresh()) };
    await expect(booking.service.app.get(SeatLanes).submit(seating, late)).rejects.toThrow('waited too long');
    expect((await stockOf(seating)).held).toBe(before.held);
  });

  it('leaves out the one that cannot be stored, and stores all others', async () => {
    const lanes = booking.service.app.get(SeatLanes);
    const before = await stockOf(seating);
    // Larger than a document may be: only the database can detect it.
    const poison = 7;
    const added = Array.from({ length: 20 }, (_, index) => fresh(index === poison ? { host: 'x'.repeat(17 * 2 ** 20) } : {}));
    const outcomes = await Promise.allSettled(added.map((one) => lanes.submit(seating, { decide: (seats) => seats.put(one) })));
    expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([poison]);
    expect(await bookings().countDocuments({ _id: { $in: added.map(({ id }) => id) } })).toBe(19);
    expect((await stockOf(seating)).held).toBe(before.held + 19);
  });

  it('leaves out one whose id is taken, after it has looked again, and stores all others', async () => {
    const lanes = booking.service.app.get(SeatLanes);
    const taken = await booking.reserved(booking.person());
    const added = Array.from({ length: 10 }, (_, index) => fresh(index === 4 ? { id: taken as BookingId } : {}));
    const outcomes = await Promise.allSettled(added.map((one) => lanes.submit(seating, { decide: (seats) => seats.put(one) })));
    expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([4]);
  });

  it('gives each message its own outcome: a repeat changes nothing, and one that came too early waits alone', async () => {
    const buyers = Array.from({ length: 12 }, () => booking.person());
    const ids = await Promise.all(buyers.map((who) => booking.reserved(who)));
    const before = await stockOf('General Seating');
    await booking.settled(`bk_${'0'.repeat(26)}`, 5_000);
    await Promise.all(ids.map((id) => booking.settled(id, 5_000, 3)));
    await until('all are paid', () => bookings().countDocuments({ _id: { $in: ids as BookingId[] }, status: 'paid' }), ids.length, {
      withinMs: 20_000,
    });
    expect(await stockOf('General Seating')).toMatchObject({ sold: before.sold + 24, held: before.held - 24 });
    const told = { 'envelope.type': 'booking.booking.paid.v1', 'envelope.subject': { $in: ids } };
    expect(await booking.database.collection('outbox').countDocuments(told)).toBe(ids.length);
    expect(
      await booking.database.collection('inbox').countDocuments({ _id: /^follow-payments:/ as never, handledAt: { $exists: true } }),
    ).toBe(ids.length);
  });
});

describe('a hold that has ended', () => {
  it('gives way although its payment page was opened, once that page has ended and was asked about', async () => {
    const category = 'Preferred Seating';
    await setCapacity(category, 4);
    const who = booking.person();
    const old = await booking.reserved(who, { seating: category, notickets: 4 });
    const before = await stockOf(category);
    expect(await booking.beginPayment(old, who)).toMatchObject({ bookingId: old });
    // Opening a page moves the end of the hold and changes no counter.
    expect(await stockOf(category)).toEqual(before);
    booking.clock.advance({ seconds: 1_830 });
    expect(await leftOf(category)).toBe(0);
    booking.clock.advance({ seconds: 60 });
    expect(await leftOf(category)).toBe(4);
    await booking.reserved(booking.person(), { seating: category, notickets: 4 });
    await booking.settled(old, 50_000);
    await booking.becomes(who, old, 'late_paid');
    expect(await leftOf(category)).toBe(0);
  });
});
