import type { BookingStatus } from '@concert/contracts/booking/states';
import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';
import type { BookingChange } from './booking-changes.ts';
import type { Booking } from './booking.ts';

export const BOOKINGS = token<BookingsRepository>('BookingsRepository');

/** A hold whose time is over and whose seats still count as held. */
export interface EndedHold {
  readonly bookingId: BookingId;
  readonly tickets: number;
  /** Of the booking. */
  readonly version: number;
}

/** Where bookings are kept. */
export interface BookingsRepository {
  byId(id: BookingId, transaction?: ClientSession): Promise<Booking | undefined>;
  /** Those of these bookings that exist, in no order. */
  byIds(ids: readonly BookingId[]): Promise<Booking[]>;
  /** Newest first, at most 200. */
  ofUser(userId: UserId): Promise<Booking[]>;
  /** The bookings of these buyers in a category that are pending (at most one each) or paid. */
  pendingOrPaidOf(userIds: readonly UserId[], seating: Seating, transaction?: ClientSession): Promise<Booking[]>;
  /** Categories of those of these bookings that exist. */
  seatingsOf(ids: readonly BookingId[]): Promise<ReadonlyMap<BookingId, Seating>>;
  /**
   * Pending bookings whose time is over, longest ago first.
   * @param wordlessSince one that has a payment page is among them only where its time was over by then
   */
  toExpire(now: Date, wordlessSince: Date, most: number): Promise<Pick<Booking, 'id' | 'seating'>[]>;
  /** Holds of a category that ended by `now`, longest ago first. */
  endedHolds(seating: Seating, now: Date, most: number): Promise<EndedHold[]>;
  /** Bookings in one of these statuses, by id. */
  inStatuses(statuses: readonly BookingStatus[], after: BookingId | undefined, most: number): Promise<Booking[]>;
  add(bookings: readonly Booking[], transaction: ClientSession): Promise<void>;
  /** Writes what was derived from `before`, only if nobody wrote since; else the transaction starts over. */
  replace(before: Booking, after: Booking, transaction: ClientSession): Promise<void>;
  /**
   * Stores what came of many steps, several of one booking in one write, and clears ended holds of bookings that are not
   * otherwise changed; on the same condition, side by side, in a transaction that has begun.
   */
  write(steps: readonly BookingChange[], cleared: readonly EndedHold[], transaction: ClientSession): Promise<void>;
  /** Moves the end of a hold, in a write of its own. @returns false when somebody wrote since `before` */
  prolong(before: Booking, after: Booking): Promise<boolean>;
}
