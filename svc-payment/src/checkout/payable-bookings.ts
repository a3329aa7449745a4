import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { Money } from '@concert/contracts/core/money';
import { token } from '@concert/service-kit/process/provide';

/** A booking that may be paid now; its seats are kept until `holdEndsAt`. */
export interface PayableBooking {
  readonly email: string;
  readonly seating: Seating;
  readonly tickets: number;
  /** Those of them that cost nothing. */
  readonly freeTickets: number;
  readonly amount: Money;
  readonly concertTitle: string;
  readonly holdEndsAt: Date;
}

export const PAYABLE_BOOKINGS = token<PayableBookings>('PayableBookings');

/** What svc-booking is asked for, in one call. */
export interface PayableBookings {
  /**
   * Checks that a booking of this person may be paid now, and keeps its seats for as long as a payment page lives.
   * @param prolong false when an open page is offered again: the hold keeps its end
   * @throws DomainError `booking.not_found`, `booking.not_payable`, `booking.registration_closed`
   */
  beginPayment(bookingId: BookingId, userId: UserId, prolong: boolean): Promise<PayableBooking>;
}
