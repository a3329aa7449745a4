import { bookingRoutes } from '@concert/contracts/booking/http';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { AnswerOf } from '@concert/contracts/core/route';

/** A booking that may be paid now; its seats are kept until `holdEndsAt`. */
export type PayableBooking = Omit<AnswerOf<typeof bookingRoutes.beginPayment>, 'holdEndsAt'> & { readonly holdEndsAt: Date };

/** Whoever pays for a booking. */
export type PaidBy = { readonly userId: UserId } | { readonly ref2: string };

/** Refusals of svc-booking that this service passes on to buyers. */
export { bookingProblems } from '@concert/contracts/booking/problems';

/** svc-booking over its internal route. */
export class HttpPayableBookings {
  constructor(private readonly client: InternalClient) {}

  /**
   * Checks that a booking may be paid now, and keeps its seats for as long as a payment page lives.
   * @param by its buyer, or the secret of the link by which its seats were offered
   * @param prolong false when an open page is offered again: the hold keeps its end
   * @throws DomainError `booking.not_found`, `booking.not_payable`, `booking.registration_closed`
   */
  async beginPayment(bookingId: BookingId, by: PaidBy, prolong: boolean): Promise<PayableBooking> {
    const begun = await this.client.call(bookingRoutes.beginPayment, { body: { bookingId, ...by, prolong } });
    return { ...begun, holdEndsAt: new Date(begun.holdEndsAt) };
  }
}
