import type { ReportDay } from '@concert/contracts/booking/reports';
import { localTimeOf } from '@concert/contracts/core/zoned-time';
import type { Booking } from '../bookings/booking.ts';
import { givenAmountOf, givenAtFirst, returnedInParts } from '../bookings/partial-return.ts';

/** What of a booking's money counts as returned beside a whole refund: below zero where a bank took of the gifts that one had left. */
export function partlyReturned(booking: Pick<Booking, 'status' | 'returns' | 'lostMinor'>, chargedMinor: number): number {
  return booking.status === 'refunded' ? givenAmountOf(booking, chargedMinor) - givenAtFirst(booking) : returnedInParts(booking);
}

/** When a booking was sold, and with how many tickets, whatever went back since; nothing where it never was. */
export function saleOf({ history, tickets, returns = [], taken = [] }: Booking): { readonly at: Date; readonly tickets: number }[] {
  const sale = history.find(({ to }) => to === 'paid');
  return sale ? [{ at: sale.at, tickets: returns.reduce((count, part) => count + part.tickets.length, tickets + taken.length) }] : [];
}

/** Tickets sold by local day of the concert, oldest first. */
export function daysOf(sales: ReturnType<typeof saleOf>, timeZone: string): ReportDay[] {
  return [...Map.groupBy(sales, ({ at }) => localTimeOf(at, timeZone).slice(0, 10))]
    .map(([day, ofDay]) => ({ day, tickets: ofDay.reduce((sum, { tickets }) => sum + tickets, 0) }))
    .sort((one, other) => one.day.localeCompare(other.day));
}
