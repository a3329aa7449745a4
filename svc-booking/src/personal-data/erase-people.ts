import { bookingPseudonymisedV1, complimentaryPseudonymisedV1, waitingPseudonymisedV1 } from '@concert/contracts/booking/events';
import type { UserId } from '@concert/contracts/core/ids';
import { ERASED_PERSON } from '@concert/contracts/core/personal-data';
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
import type { Waiting } from '../waiting/waiting.ts';
import type { HttpErasedPeople } from './http-erased-people.ts';
import { openMoneyOf } from './open-money.ts';
import type { MongoPeopleData } from './mongo-people-data.ts';

const { name, firstname, lastname, email, phone: phoneno } = ERASED_PERSON;

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
    const address = await this.people.addressOf(userId);
    let open = 0;
    for (const booking of await this.data.bookingsOf(userId)) {
      if (openMoneyOf(booking)) open += 1;
      else await this.eraseBooking(booking);
    }
    if (address !== null) for (const entry of await this.data.entriesFor(address)) await this.eraseEntry(entry);
    if (address !== null) await this.invitations.forget(address);
    await this.removeWaiting(await this.waiting.ofAccount(userId));
    if (open === 0) await this.people.report(userId);
    else this.log.warn('bookings of an erased person wait for their money', { userId, count: open });
  }

  async eraseBooking({ id }: Booking): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const before = await this.bookings.byId(id, transaction);
      if (!before || before.erasedAt) return;
      // Seats, money and history stay as they are.
      const { needs: _needs, ...rest } = before;
      const after = { ...rest, firstname, lastname, email, phoneno, erasedAt: this.clock.now(), version: before.version + 1 };
      await this.bookings.replace(before, after, transaction);
      await this.outbox.record(transaction, [this.outbox.fact(bookingPseudonymisedV1, id, after.version, { bookingId: id })]);
    });
  }

  /** Removes places in the waiting list. */
  async removeWaiting(places: readonly Waiting[]): Promise<void> {
    for (const place of places)
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
      const after = { ...before, name, email, phoneno, version: before.version + 1 };
      await this.entries.replace(before, after, transaction);
      await this.data.forgetAnswers([id], transaction);
      await this.outbox.record(transaction, [this.outbox.fact(complimentaryPseudonymisedV1, id, after.version, { entryId: id })]);
    });
  }
}
