import type { BookingId, TicketId } from '@concert/contracts/core/ids';
import type { BookingStatus } from '@concert/contracts/booking/states';
import { token } from '@concert/service-kit/process/provide';
import type { DoorTicket } from '../admissions/admission.ts';

export const DOOR_TICKETS = token<DoorTicketsRepository>('DoorTicketsRepository');

/** Figures of all tickets together. */
export interface TicketsOverview {
  /** Number of tickets that admit now. */
  readonly valid: number;
  /** A fingerprint that changes whenever a ticket becomes valid or invalid. */
  readonly mark: string;
}

/** Reads tickets for the door: those of bookings and those of complimentary entries. */
export interface DoorTicketsRepository {
  /** Those of these tickets that exist. */
  byIds(ticketIds: readonly TicketId[]): Promise<Map<TicketId, DoorTicket>>;
  /** The status of a booking, for somebody who shows the booking's link instead of a ticket. */
  statusOf(bookingId: BookingId): Promise<BookingStatus | undefined>;
  overview(): Promise<TicketsOverview>;
  /** All tickets, a page at a time. @param after the cursor of the page before */
  page(after: string | undefined, mostHolders: number): Promise<{ tickets: DoorTicket[]; next?: string }>;
}
