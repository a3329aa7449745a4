import type { BookingId, Id, TicketId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/provide';

export const HOLDER_NAMES = token<HolderNamesRepository>('HolderNamesRepository');

/** A booking or complimentary entry: whose tickets they are. */
export type HolderId = BookingId | Id<'complimentary'>;

/** Somebody who has tickets, with what they are found by at the door. */
export interface TicketHolder {
  readonly holder: HolderId;
  readonly name: string;
  readonly phone: string;
  /** Tickets by their numbers; those that were given back keep their places. */
  readonly ticketIds: readonly TicketId[];
}

/** Reads who has tickets, for people at the door who lost theirs. */
export interface HolderNamesRepository {
  /** Holders of tickets that admit, a page at a time; nobody who was erased. @param after the cursor of the page before */
  page(after: string | undefined, most: number): Promise<{ holders: TicketHolder[]; next?: string }>;
  /** The tickets of these holders by their numbers, whatever became of them. */
  ticketsOf(holders: readonly HolderId[]): Promise<Map<HolderId, readonly TicketId[]>>;
}
