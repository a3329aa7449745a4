import type { ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingStatus } from '@concert/contracts/booking/states';
import type { BookingId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';
import type { Booking } from '../bookings/booking.ts';
import type { Entry, EntryId } from '../complimentary/entry.ts';

export const AUDIENCE = token<AudienceRepository>('AudienceRepository');

/** Reads those who are written to, in the order of their ids. */
export interface AudienceRepository {
  /** Bookings in one of the states and categories that still name their buyer. @param after the id that a page before ended with */
  bookings(
    which: { readonly statuses: readonly BookingStatus[]; readonly seatings: readonly Seating[] },
    after: string,
    most: number,
  ): Promise<Booking[]>;
  /** Entries of the groups that were not revoked and still name their guest. @param after the id that a page before ended with */
  entries(groups: readonly ComplimentaryCategory[], after: string, most: number): Promise<Entry[]>;
  /** Those of the given ones that exist. */
  byIds(bookings: readonly BookingId[], entries: readonly EntryId[]): Promise<{ bookings: Booking[]; entries: Entry[] }>;
}
