import type { ChoiceMail } from '@concert/contracts/booking/choices';
import { bookingRoutes } from '@concert/contracts/booking/http';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { TicketBooking, TicketBookings, TicketEntry } from './ticket-bookings.ts';

/** Asks svc-booking at the moment of sending, so that no address or ticket is part of a fact. */
export class HttpTicketBookings implements TicketBookings {
  constructor(private readonly owner: InternalClient) {}

  async booking(bookingId: string): Promise<TicketBooking> {
    const { bookingId: reference, ...rest } = await this.owner.call(bookingRoutes.showTicketMail, { params: { bookingId } });
    return { reference, ...rest };
  }

  async entry(entryId: string): Promise<TicketEntry> {
    const {
      entryId: reference,
      group: seating,
      ...rest
    } = await this.owner.call(bookingRoutes.showComplimentaryTicketMail, { params: { entryId } });
    return { reference, seating, ...rest };
  }

  choice(bookingId: string): Promise<ChoiceMail> {
    return this.owner.call(bookingRoutes.showChoiceMail, { params: { bookingId } });
  }
}
