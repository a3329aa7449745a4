import type { BookingStatus } from '@concert/contracts/booking/states';
import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { Booking } from './booking.ts';
import type { OpenHold } from './open-holds.ts';
import type { Holder } from '../unpaid-holds/unpaid-holds.ts';

/** A booking before and after a change; `undefined` before the first. */
export type BookingChange = readonly [before: Booking | undefined, after: Booking];

export const BOOKINGS = token<BookingsRepository>('BookingsRepository');

/** A hold that has ended and whose seats the stock still counts as held. */
export interface EndedHold {
  readonly bookingId: BookingId;
  readonly tickets: number;
  /** Set where one of them is for an accessible seat: how many are for companions. */
  readonly companions?: number;
  /** The booking's version. */
  readonly version: number;
}

/** Stores bookings. */
export interface BookingsRepository {
  byId(id: BookingId, transaction?: ClientSession): Promise<Booking | undefined>;
  /** Those of these bookings that exist, unordered. */
  byIds(ids: readonly BookingId[]): Promise<Booking[]>;
  /** Newest first, at most 200. */
  ofUser(userId: UserId): Promise<Booking[]>;
  /** Bookings of these buyers in a category that are pending (at most one per buyer) or paid. */
  pendingOrPaidOf(userIds: readonly UserId[], seating: Seating, transaction?: ClientSession): Promise<Booking[]>;
  /** The category of a booking; none where there is no such booking. */
  seatingOf(id: BookingId): Promise<Seating | undefined>;
  /** The category of each of these bookings that exists. */
  seatingsOf(ids: readonly BookingId[]): Promise<ReadonlyMap<BookingId, Seating>>;
  /**
   * Pending bookings whose time has ended, oldest end first.
   * @param wordlessSince a booking with a payment page is included only where its time ended by then
   */
  toExpire(now: Date, wordlessSince: Date, most: number): Promise<Pick<Booking, 'id' | 'seating'>[]>;
  /**
   * Holds of a category that ended by `now`, oldest end first, those with an accessible seat last.
   * @param accessible the most of those; they are looked for apart, so that no others hide them
   */
  endedHolds(seating: Seating, now: Date, most: number, accessible: number): Promise<EndedHold[]>;
  /**
   * Holds of these accounts, phone numbers and networks that nobody paid yet, as the transaction sees them.
   * @param unproven the category of which every hold is asked for too whose email nobody proved
   */
  openHoldsOf(holders: readonly Holder[], now: Date, unproven: Seating | undefined, transaction: ClientSession): Promise<OpenHold[]>;
  /** The pending booking of these buyers that can still be paid: first what nobody took over yet, then the newest. */
  waitingOf(userIds: readonly UserId[], now: Date): Promise<Booking | undefined>;
  /** Bookings of an account that wait to be paid. */
  pendingOf(userId: UserId): Promise<Pick<Booking, 'id'>[]>;
  /** Pending bookings that keep seats, the one that ends first at the top. @param after where the page before ended */
  unpaidHolds(now: Date, after: { readonly at: Date; readonly id: BookingId } | undefined, most: number): Promise<Booking[]>;
  /** Bookings with an open dispute, the one that has to be answered first at the top, at most 100. */
  disputed(): Promise<Booking[]>;
  /** Bookings in one of these statuses, by id. */
  inStatuses(
    statuses: readonly BookingStatus[],
    after: BookingId | undefined,
    most: number,
    transaction?: ClientSession,
  ): Promise<Booking[]>;
  add(bookings: readonly Booking[], transaction: ClientSession): Promise<void>;
  /** Stores `after` only if the stored booking is still `before`; otherwise the transaction starts over. */
  replace(before: Booking, after: Booking, transaction: ClientSession): Promise<void>;
  /**
   * Stores the result of many steps and clears ended holds of bookings that have no other change. Several steps of one
   * booking become one write. On the same condition as `replace`. The transaction must have begun, because the writes run in
   * parallel.
   */
  write(steps: readonly BookingChange[], cleared: readonly EndedHold[], transaction: ClientSession): Promise<void>;
  /**
   * Moves the end of a hold, outside a transaction.
   * @returns false when the booking was changed by others in between: then nothing is stored
   */
  prolong(before: Booking, after: Booking): Promise<boolean>;
}
