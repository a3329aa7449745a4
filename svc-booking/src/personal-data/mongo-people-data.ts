import { SEATINGS } from '@concert/contracts/booking/seating';
import { BOOKING_STATUSES } from '@concert/contracts/booking/states';
import { COMPLIMENTARY_CATEGORIES } from '@concert/contracts/booking/complimentary';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { ERASED_PERSON } from '@concert/contracts/core/personal-data';
import { idempotencyCollection } from '@concert/service-kit/store/idempotency.schema';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { bookingsCollection } from '../bookings/booking.schema.ts';
import type { Booking } from '../bookings/booking.ts';
import { toBooking } from '../bookings/mongo-booking-documents.ts';
import { entriesCollection } from '../complimentary/entry.schema.ts';
import type { Entry, EntryId } from '../complimentary/entry.ts';
import { toEntry } from '../complimentary/mongo-entries.ts';

/** The beginning of time: a condition that every document meets, so that an index on a time serves the query. */
const EVER = new Date(0);

/** Finds what names a person. */
export class MongoPeopleData {
  constructor(private readonly connection: Connection) {}

  /** Every booking of an account that still names its buyer. */
  async bookingsOf(userId: UserId): Promise<Booking[]> {
    return (
      await bookingsCollection
        .driver(this.connection)
        .find({ userId, erasedAt: { $exists: false } })
        .sort({ createdAt: -1 })
        .toArray()
    ).map(toBooking);
  }

  /** Bookings made before `before` that still name their buyer. */
  async oldBookings(before: Date, most: number): Promise<Booking[]> {
    return (
      (
        await bookingsCollection
          .driver(this.connection)
          // Every status and category, so that an index serves it.
          .find({
            status: { $in: [...BOOKING_STATUSES] },
            seating: { $in: [...SEATINGS] },
            createdAt: { $lt: before },
            erasedAt: { $exists: false },
          })
          .limit(most)
          .toArray()
      ).map(toBooking)
    );
  }

  /**
   * Deletes the needs of every booking. Reads all bookings, once a night from a month after the concert on. The version makes whoever changes
   * one meanwhile start over. @returns of how many
   */
  async forgetNeeds(): Promise<number> {
    const { modifiedCount } = await bookingsCollection
      .driver(this.connection)
      .updateMany({ needs: { $exists: true } }, { $unset: { needs: '' }, $inc: { version: 1 } });
    return modifiedCount;
  }

  /** Complimentary entries for an address, as its key. */
  async entriesFor(emailKey: string): Promise<Entry[]> {
    const found = await entriesCollection.read(this.connection, { group: { $in: [...COMPLIMENTARY_CATEGORIES] }, emailKey });
    return found.map(toEntry);
  }

  /** Complimentary entries made before `before` that still name their guest. */
  async oldEntries(before: Date, most: number): Promise<Entry[]> {
    const found = await entriesCollection.read(
      this.connection,
      { group: { $in: [...COMPLIMENTARY_CATEGORIES] }, createdAt: { $lt: before }, email: { $ne: ERASED_PERSON.email } },
      { limit: most },
    );
    return found.map(toEntry);
  }

  /** Deletes the answers to repeated requests that name these entries. */
  async forgetAnswers(ids: readonly (BookingId | EntryId)[], transaction: ClientSession): Promise<void> {
    await idempotencyCollection
      .driver(this.connection)
      .deleteMany({ createdAt: { $gte: EVER }, 'answer.id': { $in: [...ids] } }, { session: transaction });
  }
}
