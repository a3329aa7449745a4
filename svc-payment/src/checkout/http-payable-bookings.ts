import { bookingRoutes } from '@concert/contracts/booking/http';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { PayableBooking, PayableBookings } from './payable-bookings.ts';

/** Refusals of svc-booking that this service passes on to buyers. */
export { bookingProblems } from '@concert/contracts/booking/problems';

/** svc-booking over its internal route. */
export class HttpPayableBookings implements PayableBookings {
  constructor(private readonly client: InternalClient) {}

  async beginPayment(bookingId: BookingId, userId: UserId, prolong: boolean): Promise<PayableBooking> {
    const begun = await this.client.call(bookingRoutes.beginPayment, { body: { bookingId, userId, prolong } });
    const { email, seating, tickets, freeTickets, amount, concertTitle, holdEndsAt } = begun;
    return { email, seating, tickets, freeTickets, amount, concertTitle, holdEndsAt: new Date(holdEndsAt) };
  }
}
