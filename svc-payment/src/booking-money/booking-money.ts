import type { BookingMoney } from '@concert/contracts/booking/money';
import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';

export const BOOKING_MONEY = token<BookingLedger>('BookingLedger');

/** What the provider knows of a booking that was lost on our side. */
export interface RememberedBooking {
  readonly bookingId: BookingId;
  readonly userId: UserId;
  readonly email: string;
  readonly seating: Seating;
  readonly tickets: number;
  /** What its payment page asked for, in minor units. */
  readonly amountMinor: number;
}

/** What svc-booking knows of money, and where lost bookings are restored. */
export interface BookingLedger {
  /** Every booking that ever took money. */
  all(): AsyncIterable<BookingMoney>;
  /** @returns whether it was known before; harmless when repeated */
  restore(booking: RememberedBooking): Promise<boolean>;
}
