import type { BookingId, TicketId } from '@concert/contracts/core/ids';
import type { BookingStatus } from '@concert/contracts/booking/states';
import { token } from '@concert/service-kit/provide';
import type { DoorTicket } from '../admissions/admission.ts';

export const DOOR_TICKETS = token<DoorTicketsRepository>('DoorTicketsRepository');

/** What the door knows of all tickets together. */
export interface TicketsOverview {
  /** Tickets that open the door now. */
  readonly valid: number;
  /** Another text whenever a ticket became valid or ended. */
  readonly mark: string;
}

/** Where the door learns which tickets there are: those of bookings and those of complimentary entries. */
export interface DoorTicketsRepository {
  /** These tickets, as far as they exist. */
  byIds(ticketIds: readonly TicketId[]): Promise<Map<TicketId, DoorTicket>>;
  /** The status of a booking, for somebody who shows its link instead of a ticket. */
  statusOf(bookingId: BookingId): Promise<BookingStatus | undefined>;
  overview(): Promise<TicketsOverview>;
  /** All tickets, a page at a time. @param after the cursor of the page before */
  page(after: string | undefined, mostHolders: number): Promise<{ tickets: DoorTicket[]; next?: string }>;
}
