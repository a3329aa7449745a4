import type { TicketId } from '@concert/contracts/core/ids';

/** Most times the tickets of a booking or entry are replaced: those that ended are kept for ever, because the door has to know them. */
export const MAX_RENEWALS = 20;

/** What a booking and a complimentary entry say about their tickets. */
export interface TicketHolding {
  readonly ticketIds: readonly TicketId[];
  /** Generation of the link that shows the tickets: how often it was replaced, and the tickets with it. Absent while it is the first. */
  readonly linkGeneration?: number;
  /** Tickets of earlier generations, which admit nobody. */
  readonly replacedTickets?: readonly NumberedTicket[];
}

/** What only a booking can say: which tickets ended before it. They keep their places in `ticketIds`, so that no number changes. */
export interface PartlyReturned {
  readonly returns?: readonly { readonly tickets: readonly number[] }[];
  /** Returned tickets whose seats someone has paid for, until a partial return names them. */
  readonly taken?: readonly number[];
}

/** A ticket with its number within its booking or entry, from 1. */
export interface NumberedTicket {
  readonly ticketId: TicketId;
  readonly number: number;
}

/** Numbers of the tickets that ended with partial returns, or because someone took their seats. */
export function returnedNumbers({ returns = [], taken = [] }: PartlyReturned): ReadonlySet<number> {
  return new Set([...returns.flatMap(({ tickets }) => tickets), ...taken]);
}

/** The tickets that were not given back, by number. */
export function ticketsLeft(holder: Pick<TicketHolding, 'ticketIds'> & PartlyReturned): NumberedTicket[] {
  const returned = returnedNumbers(holder);
  return holder.ticketIds.map((ticketId, index) => ({ ticketId, number: index + 1 })).filter(({ number }) => !returned.has(number));
}

/** All tickets there ever were: those that are valid, then those that were replaced. */
export function allTickets({ ticketIds, replacedTickets = [] }: TicketHolding): readonly TicketId[] {
  return [...ticketIds, ...replacedTickets.map(({ ticketId }) => ticketId)];
}

/** Whether the tickets can be replaced once more. */
export function isRenewable({ ticketIds, linkGeneration = 0 }: TicketHolding): boolean {
  return ticketIds.length > 0 && linkGeneration < MAX_RENEWALS;
}

/**
 * The next generation: another link, and another ticket in place of each that is left and that nobody went in with. A ticket that was used
 * stays, so that nobody goes in twice.
 * @param used those that somebody went in with
 * @throws RangeError unless {@link isRenewable}
 */
export function renewedTickets(
  holder: TicketHolding & PartlyReturned,
  used: { has(ticketId: TicketId): boolean },
  newId: () => TicketId,
): Required<TicketHolding> {
  if (!isRenewable(holder)) throw new RangeError('these tickets cannot be replaced');
  const { ticketIds, linkGeneration = 0, replacedTickets = [] } = holder;
  const unused = ticketsLeft(holder).filter(({ ticketId }) => !used.has(ticketId));
  const ended = new Set(unused.map(({ ticketId }) => ticketId));
  return {
    ticketIds: ticketIds.map((ticketId) => (ended.has(ticketId) ? newId() : ticketId)),
    linkGeneration: linkGeneration + 1,
    replacedTickets: [...replacedTickets, ...unused],
  };
}
