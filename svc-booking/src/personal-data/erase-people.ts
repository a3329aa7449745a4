import { bookingPseudonymisedV1, complimentaryPseudonymisedV1, waitingPseudonymisedV1 } from '@concert/contracts/booking/events';
import type { UserId } from '@concert/contracts/core/ids';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { Booking } from '../bookings/booking.ts';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';
import type { MongoEntries } from '../complimentary/mongo-entries.ts';
import type { Entry } from '../complimentary/entry.ts';
import type { Invitations } from '../complimentary/invitations/invitations.ts';
import type { MongoWaiting } from '../waiting/mongo-waiting.ts';
import type { HttpErasedPeople } from './http-erased-people.ts';
import { erasedBooking, erasedEntry } from './erased.ts';
import { openMoneyOf } from './open-money.ts';
import type { MongoPeopleData } from './mongo-people-data.ts';

/** Takes people out of bookings, complimentary entries, invitations and the waiting list. Each step is harmless when it is done again. */
export class ErasePeople {
  constructor(
    private readonly data: MongoPeopleData,
    private readonly bookings: MongoBookings,
    private readonly entries: MongoEntries,
    private readonly invitations: Invitations,
    private readonly waiting: MongoWaiting,
    private readonly people: HttpErasedPeople,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Erases one person, and reports it unless the money of one of their bookings is on its way: then svc-auth announces the erasure again.
   * @throws NeighbourUnavailableError while svc-auth is away
   */
  async erase(userId: UserId): Promise<void> {
    const email = await this.people.addressOf(userId);
    let open = 0;
    for (const booking of await this.data.bookingsOf(userId)) {
      if (openMoneyOf(booking)) open += 1;
      else await this.eraseBooking(booking);
    }
    if (email !== null) for (const entry of await this.data.entriesFor(email)) await this.eraseEntry(entry);
    if (email !== null) await this.invitations.forget(email);
    await this.removeWaiting(userId);
    if (open === 0) await this.people.report(userId);
    else this.log.warn('bookings of an erased person wait for their money', { userId, count: open });
  }

  async eraseBooking({ id }: Booking): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const before = await this.bookings.byId(id, transaction);
      if (!before || before.erasedAt) return;
      const after = erasedBooking(before, this.clock.now());
      await this.bookings.replace(before, after, transaction);
      await this.outbox.record(transaction, [this.outbox.fact(bookingPseudonymisedV1, id, after.version, { bookingId: id })]);
    });
  }

  /** Removes the places of a person in the waiting list, or everybody's who does not wait for the next date. */
  async removeWaiting(userId?: UserId): Promise<void> {
    const places = await this.waiting.latest(userId);
    for (const place of places.filter(({ seating, state }) => userId ?? !(seating === 'next date' && state === 'waiting')))
      await this.transactions.run(async (transaction) => {
        await this.waiting.remove(place, transaction);
        const fact = this.outbox.fact(waitingPseudonymisedV1, place.id, place.version + 1, { waitingId: place.id });
        await this.outbox.record(transaction, [fact]);
      });
  }

  async eraseEntry({ id }: Entry): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const before = await this.entries.byId(id, transaction);
      if (!before) return;
      const after = erasedEntry(before);
      await this.entries.replace(before, after, transaction);
      await this.data.forgetAnswers([id], transaction);
      await this.outbox.record(transaction, [this.outbox.fact(complimentaryPseudonymisedV1, id, after.version, { entryId: id })]);
    });
  }
}
