import type { BookingId, Id, TicketId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';
import type { SearchedWord } from './name-search.ts';

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
  /** Holders of tickets that admit, and nobody who was erased, who have all these words in what bookings are found by. At most so many of each kind. */
  find(words: readonly SearchedWord[], most: number): Promise<TicketHolder[]>;
  /** The tickets of these holders by their numbers, whatever became of them. */
  ticketsOf(holders: readonly HolderId[]): Promise<Map<HolderId, readonly TicketId[]>>;
}
