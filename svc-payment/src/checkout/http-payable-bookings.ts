import { bookingRoutes } from '@concert/contracts/booking/http';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { Seating } from '@concert/contracts/booking/seating';
import type { Money } from '@concert/contracts/core/money';

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

/** Refusals of svc-booking that this service passes on to buyers. */
export { bookingProblems } from '@concert/contracts/booking/problems';

/** svc-booking over its internal route. */
export class HttpPayableBookings {
  constructor(private readonly client: InternalClient) {}

  /**
   * Checks that a booking of this person may be paid now, and keeps its seats for as long as a payment page lives.
   * @param prolong false when an open page is offered again: the hold keeps its end
   * @throws DomainError `booking.not_found`, `booking.not_payable`, `booking.registration_closed`
   */
  async beginPayment(bookingId: BookingId, userId: UserId, prolong: boolean): Promise<PayableBooking> {
    const begun = await this.client.call(bookingRoutes.beginPayment, { body: { bookingId, userId, prolong } });
    const { email, seating, tickets, freeTickets, amount, concertTitle, holdEndsAt } = begun;
    return { email, seating, tickets, freeTickets, amount, concertTitle, holdEndsAt: new Date(holdEndsAt) };
  }
}
