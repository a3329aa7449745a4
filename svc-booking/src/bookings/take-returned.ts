import { ticketsGivenBackV1 } from '@concert/contracts/booking/events';
import type { FactData } from '@concert/contracts/core/envelope';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import { poolsOf, widened, type Stock } from '../seats/stock.ts';
import { ticketsLeft } from '../tickets/renewal.ts';
import { withCompanions } from './access.ts';
import { isDisputed, seatsOf, type Booking } from './booking.ts';
import { withReturning, withTaken } from './returned-tickets.ts';
import type { SeatDraft } from './lane/seat-unit-of-work.ts';

/**
 * Ends tickets that were given back and has their money refunded, or given: someone has paid for their seats, the organisers buy them back, or
 * the time to choose after a postponement is over. Where a bank may have the money, they end with the news that some is on its way.
 */
export function takeTickets(
  seats: SeatDraft,
  booking: Booking,
  numbers: readonly number[],
  outbox: Outbox,
  why: Pick<FactData<typeof ticketsGivenBackV1>, 'because' | 'gifts'> = { because: 'taken', gifts: 0 },
): Booking {
  const after = withTaken(booking, numbers, seats.now);
  const { taken: before = [] } = booking;
  if (!isDisputed(booking)) seats.record(after);
  seats.tell(
    outbox.fact(ticketsGivenBackV1, booking.id, after.version, {
      bookingId: booking.id,
      tickets: (after.taken ?? []).filter((number) => !before.includes(number)),
      // The money of those that were taken before may not be on its way yet: each has its share.
      valid: [...before, ...ticketsLeft(booking).map(({ number }) => number)].sort((a, b) => a - b),
      ...why,
    }),
  );
  return after;
}

/**
 * After a booking was sold its seats, ends as many returned tickets of others as were sold beyond the capacity, accessible ones first, the oldest
 * before the others; also where there is room, if the organisers sell returned seats first. Of a booking the last ticket goes first, so that the
 * accessible seat stays as long as its companions. Somebody who went in meanwhile keeps the ticket.
 * @returns false where too few are left: the money goes back
 */
export function makeRoom(seats: SeatDraft, paid: Booking, outbox: Outbox): boolean {
  const { first } = seats.concert.giveBack;
  const { sold, capacity, returning: some } = seats.stock;
  if (!some || !(first || isBeyond(seats.stock))) return true;
  for (const booking of seats.returning) {
    const { returning = [], ticketIds } = booking;
    const isInside = (number: number) => seats.isInside(ticketIds[number - 1]!);
    const outside = returning.filter((number) => !withCompanions(booking, [number]).some(isInside));
    if (outside.length < returning.length) seats.record({ ...withReturning(booking, outside, seats.now), version: booking.version + 1 });
  }
  if (isBeyond(widened(seats.stock))) return false;
  for (const booking of seats.returning)
    if (accessibleBeyond(seats.stock) > 0 && seatsOf(booking).returningAccessible) takeTickets(seats, booking, [1], outbox);
  const most = first ? Math.min(capacity, sold - paid.tickets) : capacity;
  for (const booking of seats.returning) {
    const tooMany = seats.stock.sold - most;
    if (tooMany > 0) takeTickets(seats, booking, booking.returning!.slice(-tooMany), outbox);
  }
  return true;
}

function accessibleBeyond(stock: Stock): number {
  const { sold, seats } = poolsOf(stock).accessible;
  return sold - seats;
}

const isBeyond = (stock: Stock): boolean => stock.sold > stock.capacity || accessibleBeyond(stock) > 0;
