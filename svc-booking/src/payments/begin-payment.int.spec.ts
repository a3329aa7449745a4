import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { idFromBytes, type BookingId, type UserId } from '@concert/contracts/core/ids';
import type { BookingDocument } from '../bookings/booking.schema.ts';
import { BOOKINGS, type BookingsRepository } from '../bookings/bookings.repository.ts';
import { CONCERT } from '../concert/concert.repository.ts';
import { RunningBooking } from '../running-booking.harness.ts';
import { BeginPayment } from './begin-payment.ts';

const booking = new RunningBooking();
const stored = () => booking.database.collection<BookingDocument>('reserve-your-seat');
/** The batcher takes what arrives in one turn of the event loop together. */
const nextTurn = () => new Promise(setImmediate);
/** Each call of the repository, in order. */
const calls: string[] = [];

/** Opens pages with the service's own repositories. @param between runs between the read and the write of a round */
function beginning(between: (ids: readonly BookingId[]) => Promise<unknown> = () => Promise.resolve()): BeginPayment {
  const bookings: BookingsRepository = booking.service.app.get(BOOKINGS);
  const watched: Pick<BookingsRepository, 'byIds' | 'prolong'> = {
    async byIds(ids) {
      calls.push(`read ${ids.length}`);
      const found = await bookings.byIds(ids);
      await between(ids);
      return found;
    },
    async prolong(changes) {
      calls.push(`write ${changes.filter(([before, after]) => before !== after).length}`);
      return bookings.prolong(changes);
    },
  };
  return new BeginPayment(watched, booking.service.app.get(CONCERT), booking.clock, 1_800);
}

async function reservations(count: number): Promise<{ id: BookingId; userId: UserId }[]> {
  const buyers = Array.from({ length: count }, () => booking.person());
  const ids = await Promise.all(buyers.map((who) => booking.reserved(who)));
  return buyers.map(({ userId }, index) => ({ id: ids[index] as BookingId, userId }));
}

beforeAll(() => booking.start(), 60_000);
afterAll(() => booking.stop());

describe('payment pages that are opened together', () => {
  it('share their reads and their write, and each has its own outcome', async () => {
    const [first, ...others] = await reservations(12);
    calls.length = 0;
    const begin = beginning();
    const alone = begin.begin(first!.id, first!.userId, true);
    await nextTurn();
    const unknown = begin.begin(idFromBytes('booking', new Uint8Array(17).fill(251)), first!.userId, true);
    const anothers = begin.begin(others[0]!.id, first!.userId, true);
    const twice = begin.begin(others[0]!.id, others[0]!.userId, true);
    const all = others.map(({ id, userId }) => begin.begin(id, userId, true));
    await expect(unknown).rejects.toMatchObject({ code: 'booking.not_found' });
    await expect(anothers).rejects.toMatchObject({ code: 'booking.not_found' });
    const begun = await Promise.all([alone, ...all, twice]);
    expect(begun.map(({ bookingId }) => bookingId)).toEqual([first!, ...others, others[0]!].map(({ id }) => id));
    expect(calls).toEqual(['read 1', 'write 1', 'read 12', 'write 11']);
    const rows = await stored()
      .find({ _id: { $in: [first!, ...others].map(({ id }) => id) } })
      .toArray();
    for (const { _id, holdEndsAt, keptUntil, paymentBegunAt, version } of rows) {
      const answer = begun.find(({ bookingId }) => bookingId === _id)!;
      expect(holdEndsAt.toISOString()).toBe(answer.holdEndsAt);
      expect(keptUntil!.getTime()).toBe(holdEndsAt.getTime() + 60_000);
      expect([paymentBegunAt, version]).toEqual([booking.clock.now(), _id === others[0]!.id ? 3 : 2]);
    }
  });

  it('are opened again where somebody else changed one of the bookings in between, and only that one is written again', async () => {
    const [changed, released, ...others] = await reservations(4);
    let once = true;
    const begin = beginning(async (ids) => {
      if (!once || !ids.includes(changed!.id)) return;
      once = false;
      await stored().updateOne({ _id: changed!.id }, { $set: { host: 'Maria' }, $inc: { version: 1 } });
      await stored().updateOne({ _id: released!.id }, { $set: { status: 'cancelled' }, $unset: { keptUntil: '' }, $inc: { version: 1 } });
    });
    const lone = begin.begin(others[0]!.id, others[0]!.userId, true);
    await nextTurn();
    calls.length = 0;
    const outcomes = await Promise.allSettled([changed!, released!, others[1]!].map(({ id, userId }) => begin.begin(id, userId, true)));
    await lone;
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { code: 'booking.not_payable' } });
    expect(calls).toEqual(['write 1', 'read 3', 'write 3', 'read 2', 'write 1']);
    expect(await stored().findOne({ _id: changed!.id })).toMatchObject({ host: 'Maria', version: 3 });
  });

  it('give up on a booking that changes each time, and open the others', async () => {
    const [restless, calm] = await reservations(2);
    const begin = beginning((ids) =>
      ids.includes(restless!.id) ? stored().updateOne({ _id: restless!.id }, { $inc: { version: 1 } }) : Promise.resolve(),
    );
    const opened = [restless!, calm!].map(({ id, userId }) => begin.begin(id, userId, true));
    await expect(opened[0]).rejects.toMatchObject({ code: 'request.unavailable' });
    expect((await opened[1])?.bookingId).toBe(calm!.id);
  });
});
