import type { Money } from '@concert/contracts/core/money';

/** What a mail tells about the concert. */
export interface ConcertOfMail {
  readonly title: string;
  readonly startsAt: string;
  readonly timeZone: string;
  readonly venue: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
}

/** What a ticket mail tells, whether its tickets were paid or given. */
export interface TicketPass {
  /** Booking id or entry id. */
  readonly reference: string;
  readonly name: string;
  /** Seating category, or the group of a complimentary entry. */
  readonly seating: string;
  /** Absent where nothing was paid. */
  readonly amount?: Money;
  readonly concert: ConcertOfMail;
  readonly ticketUrl: string;
  readonly tickets: readonly { readonly number: number; readonly code: string }[];
}

/** A booking as its owner knows it at this moment. */
export interface TicketBooking extends TicketPass {
  readonly status: string;
  readonly email: string;
  readonly amount: Money;
}

/** A complimentary entry as its owner knows it at this moment. */
export interface TicketEntry extends Omit<TicketPass, 'amount'> {
  readonly status: string;
  readonly email: string;
}

/** Where mails about bookings and complimentary entries learn what to say. */
export interface TicketBookings {
  /** @throws DomainError when there is no such booking, NeighbourUnavailableError when its owner does not answer */
  booking(bookingId: string): Promise<TicketBooking>;
  /** @throws as {@link booking} */
  entry(entryId: string): Promise<TicketEntry>;
}
