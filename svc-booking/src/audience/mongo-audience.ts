import { MAX_OWN_BOOKINGS } from '@concert/contracts/booking/audience';
import type { ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingStatus } from '@concert/contracts/booking/states';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { ERASED_PERSON } from '@concert/contracts/core/personal-data';
import { SINGLE_BATCH } from '@concert/service-kit/store/collection';
import type { Connection } from '@concert/service-kit/store/mongo';
import { bookingsCollection } from '../bookings/booking.schema.ts';
import type { Booking } from '../bookings/booking.ts';
import { toBooking } from '../bookings/mongo-booking-documents.ts';
import { entriesCollection } from '../complimentary/entry.schema.ts';
import type { Entry, EntryId } from '../complimentary/entry.ts';
import { toEntry } from '../complimentary/mongo-entries.ts';

/* Pages follow the ids, so that all pages together read a collection once, whatever they choose from it. */
const BY_ID = { _id: 1 } as const;

/** Reads those who are written to, in the order of their ids. */
export class MongoAudience {
  constructor(private readonly connection: Connection) {}

  /** Bookings in one of the states and categories that still name their buyer. @param after the id that a page before ended with */
  async bookings(
    { statuses, seatings }: { readonly statuses: readonly BookingStatus[]; readonly seatings: readonly Seating[] },
    after: string,
    most: number,
  ): Promise<Booking[]> {
    const found = await bookingsCollection
      .driver(this.connection)
      .find({
        _id: { $gt: after as BookingId },
        status: { $in: [...statuses] },
        seating: { $in: [...seatings] },
        erasedAt: { $exists: false },
        unproven: { $exists: false },
      })
      .hint(BY_ID)
      .sort(BY_ID)
      .limit(most)
      .toArray();
    return found.map(toBooking);
  }

  /** Entries of the groups that were not revoked and still name their guest. @param after the id that a page before ended with */
  async entries(groups: readonly ComplimentaryCategory[], after: string, most: number): Promise<Entry[]> {
    const found = await entriesCollection.read(
      this.connection,
      {
        _id: { $gt: after as EntryId },
        group: { $in: [...groups] },
        status: { $ne: 'Revoked' },
        email: { $ne: ERASED_PERSON.email },
      },
      { hint: BY_ID, sort: BY_ID, limit: most },
    );
    return found.map(toEntry);
  }

  /** The newest bookings of an account, without those whose address nobody has proven. */
  async ofAccount(userId: UserId): Promise<Booking[]> {
    const found = await bookingsCollection
      .driver(this.connection)
      .find({ userId, unproven: { $exists: false } }, { sort: { createdAt: -1 }, limit: MAX_OWN_BOOKINGS, ...SINGLE_BATCH })
      .toArray();
    return found.map(toBooking);
  }

  /** Those of the given ones that exist. */
  async byIds(bookings: readonly BookingId[], entries: readonly EntryId[]): Promise<{ bookings: Booking[]; entries: Entry[] }> {
    const [foundBookings, foundEntries] = await Promise.all([
      bookings.length === 0
        ? []
        : bookingsCollection
            .driver(this.connection)
            .find({ _id: { $in: [...bookings] } }, SINGLE_BATCH)
            .toArray(),
      entries.length === 0 ? [] : entriesCollection.read(this.connection, { _id: { $in: [...entries] } }, SINGLE_BATCH),
    ]);
    return { bookings: foundBookings.map(toBooking), entries: foundEntries.map(toEntry) };
  }
}
