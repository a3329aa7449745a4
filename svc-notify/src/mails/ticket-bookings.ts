import type { Money } from '@concert/contracts/core/money';

/** What a ticket mail tells about a booking, as its owner knows it at this moment. */
export interface TicketBooking {
  readonly bookingId: string;
  readonly status: string;
  readonly name: string;
  readonly email: string;
  readonly seating: string;
  readonly amount: Money;
  readonly concert: {
    readonly title: string;
    readonly startsAt: string;
    readonly timeZone: string;
    readonly venue: string;
    readonly supportEmail: string;
    readonly supportPhone: string;
  };
  readonly ticketUrl: string;
  readonly tickets: readonly { readonly number: number; readonly code: string }[];
}

/** Where ticket mails learn what to say. */
export interface TicketBookings {
  /** @throws DomainError when there is no such booking, NeighbourUnavailableError when its owner does not answer */
  show(bookingId: string): Promise<TicketBooking>;
}
