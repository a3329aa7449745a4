import type { TicketMail } from '@concert/contracts/booking/internal';
import type { SpecialSeat } from '@concert/contracts/booking/access';
import type { Money } from '@concert/contracts/core/money';

/** What mails say about the concert. */
export type MailConcert = TicketMail['concert'];

/** What a ticket mail says, for tickets that were bought or given. */
export interface TicketPass {
  /** Booking id or entry id. */
  readonly reference: string;
  readonly name: string;
  /** Seating category, or the group of a complimentary entry. */
  readonly seating: string;
  /** Absent where nothing was paid. */
  readonly amount?: Money;
  readonly concert: MailConcert;
  readonly ticketUrl: string;
  readonly tickets: readonly { readonly number: number; readonly code: string; readonly seat?: SpecialSeat | undefined }[];
}

/** A booking as its owner knows it now. */
export interface TicketBooking extends TicketPass {
  readonly status: string;
  readonly email: string;
  readonly amount: Money;
}

/** A complimentary entry as its owner knows it now. */
export interface TicketEntry extends Omit<TicketPass, 'amount'> {
  readonly status: string;
  readonly email: string;
}
