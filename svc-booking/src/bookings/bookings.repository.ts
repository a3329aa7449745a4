import type { BookingStatus } from '@concert/contracts/booking/states';
import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';
import type { Booking } from './booking.ts';

export const BOOKINGS = token<BookingsRepository>('BookingsRepository');

/** Where bookings are kept. */
export interface BookingsRepository {
  byId(id: BookingId, transaction?: ClientSession): Promise<Booking | undefined>;
  /** Those of these bookings that exist, in no order. */
  byIds(ids: readonly BookingId[]): Promise<Booking[]>;
  /** Newest first, at most 200. */
  ofUser(userId: UserId): Promise<Booking[]>;
  /** The bookings of these buyers in a category that are pending (at most one each) or paid. */
  pendingOrPaidOf(userIds: readonly UserId[], seating: Seating, transaction?: ClientSession): Promise<Booking[]>;
  /** Pending bookings whose hold ended before a moment, longest ago first. */
  endedHolds(before: Date, most: number): Promise<Booking[]>;
  /** Bookings in one of these statuses, by id. */
  inStatuses(statuses: readonly BookingStatus[], after: BookingId | undefined, most: number): Promise<Booking[]>;
  add(bookings: readonly Booking[], transaction: ClientSession): Promise<void>;
  /** Writes what was derived from `before`, only if nobody wrote since; else the transaction starts over. */
  replace(before: Booking, after: Booking, transaction: ClientSession): Promise<void>;
}
