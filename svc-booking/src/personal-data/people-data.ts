import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { Booking } from '../bookings/booking.ts';
import type { Entry, EntryId } from '../complimentary/entry.ts';

export const PEOPLE_DATA = token<PeopleData>('PeopleData');

/** Finds what names a person. */
export interface PeopleData {
  /** Every booking of an account that still names its buyer. */
  bookingsOf(userId: UserId): Promise<Booking[]>;
  /** Bookings made before `before` that still name their buyer. */
  oldBookings(before: Date, most: number): Promise<Booking[]>;
  /** Deletes the needs of every booking. @returns of how many */
  forgetNeeds(): Promise<number>;
  /** Complimentary entries for an address, as its key. */
  entriesFor(emailKey: string): Promise<Entry[]>;
  /** Complimentary entries made before `before` that still name their guest. */
  oldEntries(before: Date, most: number): Promise<Entry[]>;
  /** Deletes the answers to repeated requests that name these entries. */
  forgetAnswers(ids: readonly (BookingId | EntryId)[], transaction: ClientSession): Promise<void>;
}
