import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { priceMinor, type Seating } from '@concert/contracts/booking/seating';
import type { BookingId } from '@concert/contracts/core/ids';
import { money } from '@concert/contracts/core/money';
import { randomIds } from '@concert/service-kit/process/clock';
import { type ClientSession, type Connection, MONGO, StaleWriteError } from '@concert/service-kit/store/mongo';
import { until } from '@concert/test-kit/until';
import { RunningBooking } from '../../running-booking.harness.ts';
import { type Booking, newBooking } from '../booking.ts';
import { MongoBookings } from '../mongo-bookings.ts';
import { MongoStock } from '../../seats/mongo-stock.ts';
import type { BookingDocument } from '../booking.schema.ts';
import { SeatLanes } from './seat-lanes.ts';
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

  it('stores no change of a booking that changed since it was read', async () => {
    const store = booking.service.app.get(MongoBookings);
    const changed = (before: Booking, host: string) => [before, { ...before, host, version: before.version + 1 }] as const;
    const once = async (work: (transaction: ClientSession) => Promise<void>): Promise<unknown> => {
      const transaction = await booking.service.app.get<Connection>(MONGO).startSession();
      transaction.startTransaction();
      try {
        await work(transaction);
        await transaction.commitTransaction();
        return undefined;
      } catch (error) {
        await transaction.abortTransaction();
        return error;
      } finally {
        await transaction.endSession();
      }
    };
    const late = fresh();
    await once((transaction) => store.add([late], transaction));
    expect(await once((transaction) => store.replace(...changed(late, 'first'), transaction))).toBeUndefined();
    expect(await once((transaction) => store.replace(...changed(late, 'second'), transaction))).toBeInstanceOf(StaleWriteError);
    expect(await store.byId(late.id)).toMatchObject({ host: 'first', version: late.version + 1 });
    // It was stored past the lane, so no stock knows of it.
    await bookings().deleteOne({ _id: late.id });
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

  it('takes those in who come while it claims the category', async () => {
    const repository = booking.service.app.get<MongoStock>(MongoStock);
    const claim = repository.claim.bind(repository);
    const othersCame = Promise.withResolvers<void>();
    let claims = 0;
    repository.claim = async (...about) => {
      // A message that came too early is tried again meanwhile, for another category.
      if (about[0] === seating) claims += 1;
      await othersCame.promise;
      return claim(...about);
    };
    try {
      const lanes = booking.service.app.get(SeatLanes);
      const put = () => lanes.submit(seating, { decide: (seats) => seats.put(fresh()) });
      const first = put();
      await until('the first claims', () => claims === 1);
      const others = Array.from({ length: 5 }, put);
      othersCame.resolve();
      await Promise.all([first, ...others]);
      expect(claims).toBe(1);
    } finally {
      repository.claim = claim;
    }
  });

  it('answers one key that comes with two bodies once, and refuses the other', async () => {
    const who = booking.person();
    const key = randomUUID();
    const press = (notickets: number) => booking.reserve(who, { notickets }, key);
    const answers = await Promise.all([press(1), press(2), press(1), press(2)]);
    const codes = answers.map(({ status, body }) => `${status} ${body.code ?? body.notickets}`).sort();
    expect([
      ['201 1', '201 1', '422 request.key_reused', '422 request.key_reused'],
      ['201 2', '201 2', '422 request.key_reused', '422 request.key_reused'],
    ]).toContainEqual(codes);
  });

  it('tells what each of its people caused, by their own request', async () => {
    const buyers = Array.from({ length: 6 }, () => booking.person());
    const ids = await Promise.all(buyers.map((who) => booking.reserved(who)));
    await Promise.all(ids.map((id, index) => booking.ask('POST', `/api/ticket-bookings/${id}/cancel`, { who: buyers[index]! })));
    const facts = await booking.database
      .collection<{ envelope: { correlationid: string; subject: string } }>('outbox')
      .find({ 'envelope.subject': { $in: ids } })
      .toArray();
    expect(new Set(facts.map(({ envelope }) => envelope.correlationid)).size).toBe(6);
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

describe('protected seats', () => {
  const category = 'Preferred Seating';
  const code = (answer: { status: number; body: { code?: string } }) => answer.body.code ?? String(answer.status);
  const order = (notickets: number, over: object = {}) => booking.reserve(booking.person(), { seating: category, notickets, ...over });

  beforeAll(async () => {
    await bookings().deleteMany({ seating: category });
    const pool = (seats: number) => ({ seats, sold: 0, held: 0 });
    await booking.database
      .collection<{ _id: string }>('stock')
      .updateOne(
        { _id: category },
        { $set: { capacity: 10, sold: 0, held: 0, pools: { accessible: pool(2), companions: pool(3) } }, $inc: { version: 1 } },
      );
  });

  it('B3-523 go to those who need them, in the same call, and to nobody else however many ask at one moment', async () => {
    const [needing, others] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => order(2, { access: { companions: 1 } }))),
      Promise.all(Array.from({ length: 7 }, () => order(1))),
    ]);
    expect(needing.map(code).sort()).toEqual(['201', '201', 'booking.no_accessible_seat', 'booking.no_accessible_seat']);
    expect(others.map(code).filter((each) => each === '201')).toHaveLength(5);
    expect((await booking.concert()).categories.find((one) => one.seating === category)).toMatchObject({
      left: 0,
      accessible: { left: 0, companionsLeft: 1, ticketsLeft: 0 },
    });
  });

  it('B3-523 come back to their own pool when a hold ends, and are found behind all others that ended', async () => {
    booking.clock.advance({ minutes: 31 });
    expect(code(await order(4, { access: { companions: 3 } }))).toBe('201');
    // One of two accessible bookings gave way, and one other: a companion more than there are seats for sits there.
    expect(await stockOf(category)).toMatchObject({ held: 9 - 2 - 1 + 4, pools: { accessible: { held: 2 }, companions: { held: 4 } } });
    expect([code(await order(4)), code(await order(2)), code(await order(1))]).toEqual(['201', 'booking.seats_unavailable', '201']);
  });
});
