import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingId, UserId } from '@concert/contracts/core/ids';

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
