import type { TicketId } from '@concert/contracts/core/ids';

/** Most times the tickets of a booking or entry are replaced: those that ended are kept for ever, because the door has to know them. */
export const MAX_RENEWALS = 20;

/** A ticket that another took the place of. */
export interface ReplacedTicket {
  readonly ticketId: TicketId;
  /** Which of the booking's or entry's tickets it was, from 1. */
  readonly number: number;
}

/** What a booking and a complimentary entry say about their tickets. */
export interface Ticketed {
  readonly ticketIds: readonly TicketId[];
  /** Generation of the link that shows the tickets: how often it was replaced, and the tickets with it. Absent while it is the first. */
  readonly linkGeneration?: number;
  /** Tickets of earlier generations, which admit nobody. */
  readonly replacedTickets?: readonly ReplacedTicket[];
}

/** All tickets there ever were: those that are valid, then those that were replaced. */
export function ticketsEver({ ticketIds, replacedTickets = [] }: Ticketed): readonly TicketId[] {
  return [...ticketIds, ...replacedTickets.map(({ ticketId }) => ticketId)];
}

/** Whether the tickets can be replaced once more. */
export function isRenewable({ ticketIds, linkGeneration = 0 }: Ticketed): boolean {
  return ticketIds.length > 0 && linkGeneration < MAX_RENEWALS;
}

/**
 * The next generation: another link, and another ticket in place of each that nobody went in with. A ticket that was used stays, so that
 * nobody goes in twice.
 * @param used those that somebody went in with
 * @throws RangeError unless {@link isRenewable}
 */
export function renewedTickets(holder: Ticketed, used: { has(ticketId: TicketId): boolean }, newId: () => TicketId): Required<Ticketed> {
  if (!isRenewable(holder)) throw new RangeError('these tickets cannot be replaced');
  const { ticketIds, linkGeneration = 0, replacedTickets = [] } = holder;
  const unused = ticketIds.map((ticketId, index) => ({ ticketId, number: index + 1 })).filter(({ ticketId }) => !used.has(ticketId));
  return {
    ticketIds: ticketIds.map((ticketId) => (used.has(ticketId) ? ticketId : newId())),
    linkGeneration: linkGeneration + 1,
    replacedTickets: [...replacedTickets, ...unused],
  };
}
