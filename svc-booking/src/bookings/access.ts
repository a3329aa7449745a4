import type { SpecialSeat } from '@concert/contracts/booking/access';
import { fieldRefusal } from '../concert/field-refusal.ts';
import { ticketsLeft, type PartlyReturned, type TicketHolding } from '../tickets/renewal.ts';

/** An accessible seat: ticket 1 of its booking is for it, the next ones are for companions. */
export interface Access {
  /** As many as the booking was made with. */
  readonly companions: number;
  /** Tickets that cost nothing. */
  readonly free: number;
}

/** A booking, as far as its accessible seat goes. */
interface Seated {
  readonly access?: Pick<Access, 'companions'>;
}

/** What a ticket of a booking is for, by its number; undefined where it is like any other. */
export function seatOfTicket({ access }: Seated, number: number): SpecialSeat | undefined {
  if (!access || number > 1 + access.companions) return undefined;
  return number === 1 ? 'accessible' : 'companion';
}

/** The accessible seat and companions that a booking has now; undefined where it has none. */
export function accessLeft(booking: Seated & Pick<TicketHolding, 'ticketIds'> & PartlyReturned): Pick<Access, 'companions'> | undefined {
  const { access, ticketIds } = booking;
  if (!access) return undefined;
  if (ticketIds.length === 0) return { companions: access.companions };
  const seats = ticketsLeft(booking).map(({ number }) => seatOfTicket(booking, number));
  return seats.includes('accessible') ? { companions: seats.filter((seat) => seat === 'companion').length } : undefined;
}

/** The ticket with which a ticket ends: a companion's ends with that of the accessible seat. */
export function endsWith(booking: Seated, number: number): number | undefined {
  return seatOfTicket(booking, number) === 'companion' ? 1 : undefined;
}

/** Companions' tickets end with the one of the accessible seat they are by, whoever asked for that. */
export function withCompanions(booking: Seated & Pick<TicketHolding, 'ticketIds'>, numbers: readonly number[]): readonly number[] {
  const more = booking.ticketIds.flatMap((_id, index) => {
    const by = endsWith(booking, index + 1);
    return by !== undefined && numbers.includes(by) && !numbers.includes(index + 1) ? [index + 1] : [];
  });
  return more.length > 0 ? [...numbers, ...more] : numbers;
}

/**
 * Refuses to give tickets back while a companion's would be left without the ticket it ends with.
 * @param pointer to the field that names them
 * @throws DomainError `request.invalid`
 */
export function assertCompanionsFollow(
  booking: Seated & Pick<TicketHolding, 'ticketIds'> & PartlyReturned,
  numbers: readonly number[],
  pointer: `/${string}`,
): void {
  for (const { number } of ticketsLeft(booking)) {
    const by = endsWith(booking, number);
    if (by === undefined || !numbers.includes(by) || numbers.includes(number)) continue;
    const detail = `Ticket ${number} is a companion’s and ends with ticket ${by}: give it back, too`;
    throw fieldRefusal({ pointer, field: pointer.slice(1), detail });
  }
}
