import { bookingRoutes } from '@concert/contracts/booking/http';
import type { InternalClient } from '@concert/service-kit/internal-client';
import type { TicketBooking, TicketBookings } from './ticket-bookings.ts';

/** Asks svc-booking: one hop at the moment of sending, so that no address or ticket travels in a fact. */
export class HttpTicketBookings implements TicketBookings {
  constructor(private readonly booking: InternalClient) {}

  show(bookingId: string): Promise<TicketBooking> {
    return this.booking.call(bookingRoutes.showTicketMail, { params: { bookingId } });
  }
}
