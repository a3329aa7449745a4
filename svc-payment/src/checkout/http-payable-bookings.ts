import { bookingRoutes } from '@concert/contracts/booking/http';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { InternalClient } from '@concert/service-kit/internal-client';
import type { PayableBooking, PayableBookings } from './payable-bookings.ts';

/** Refusals of svc-booking that this service passes on to buyers. */
export { bookingProblems } from '@concert/contracts/booking/problems';

/** svc-booking over its internal route. */
export class HttpPayableBookings implements PayableBookings {
  constructor(private readonly client: InternalClient) {}

  async beginPayment(bookingId: BookingId, userId: UserId, prolong: boolean): Promise<PayableBooking> {
    const { email, seating, tickets, amount, concertTitle, holdEndsAt } = await this.client.call(bookingRoutes.beginPayment, {
      params: { bookingId },
      body: { userId, prolong },
    });
    return { email, seating, tickets, amount, concertTitle, holdEndsAt: new Date(holdEndsAt) };
  }
}
