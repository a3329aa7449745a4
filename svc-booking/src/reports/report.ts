import {
  REPORT_CATEGORIES,
  REPORT_STATUSES,
  type Report,
  type ReportCategory,
  type ReportCell,
  type ReportStatus,
  type ReportTotal,
} from '@concert/contracts/booking/reports';
import { SEATINGS } from '@concert/contracts/booking/seating';
import { localTimeOf } from '@concert/contracts/core/zoned-time';
import type { Booking } from '../bookings/booking.ts';
import type { Row } from './report-rows.ts';

/** Statuses that occupy seats: what the stock counts as sold, and free entries that are not revoked. */
const SEATED: ReadonlySet<string> = new Set<ReportStatus>(['paid', 'refund_requested', 'refund_failed', 'Submitted', 'Issued']);

/** Seats of one category or group. */
export interface SeatCount {
  readonly sold: number;
  readonly capacity: number;
  readonly held: number;
}

/** Rows added up by category and status, in their order. */
export function cellsOf(rows: readonly Row[]): ReportCell[] {
  const groups = Map.groupBy(rows, ({ seating, status }) => `${seating} ${status}`);
  return REPORT_CATEGORIES.flatMap((category) =>
    REPORT_STATUSES.flatMap((status) => {
      const alike = groups.get(`${category} ${status}`);
      if (!alike) return [];
      const sum = (of: (row: Row) => number) => alike.reduce((total, row) => total + of(row), 0);
      return {
        category,
        status,
        bookings: alike.length,
        tickets: sum(({ notickets }) => notickets),
        amountMinor: sum(({ amount }) => amount),
      };
    }),
  );
}

/** Totals per category, from its cells by status. */
export function totalsOf(cells: readonly ReportCell[], seats: Readonly<Partial<Record<ReportCategory, SeatCount>>>): ReportTotal[] {
  return REPORT_CATEGORIES.map((category) => {
    const own = cells.filter((cell) => cell.category === category);
    const seated = own.filter(({ status }) => SEATED.has(status));
    const bookings = seated.reduce((total, cell) => total + cell.bookings, 0);
    const tickets = seated.reduce((total, cell) => total + cell.tickets, 0);
    const countedBy = category === 'General Seating' ? 'ticket' : (SEATINGS as readonly string[]).includes(category) ? 'booking' : 'entry';
    return {
      category,
      countedBy,
      count: countedBy === 'ticket' ? tickets : bookings,
      bookings,
      tickets,
      chargedMinor: own.reduce((total, { amountMinor }) => total + amountMinor, 0),
      ...(seats[category] ?? { sold: 0, capacity: 0, held: 0 }),
    };
  });
}

/** Tickets that some bookings were sold with on the same local day of the concert, whatever went back since. */
export function soldOnDayOf(
  at: Date,
  timeZone: string,
  bookings: readonly Pick<Booking, 'history' | 'tickets' | 'returns' | 'taken'>[],
): number {
  const dayOf = (moment: Date) => localTimeOf(moment, timeZone).slice(0, 10);
  const today = dayOf(at);
  return bookings.reduce((sum, { history, tickets, returns = [], taken = [] }) => {
    const sale = history.find(({ to }) => to === 'paid');
    const sold = returns.reduce((count, part) => count + part.tickets.length, tickets + taken.length);
    return sale && dayOf(sale.at) === today ? sum + sold : sum;
  }, 0);
}

/** The data that the report is built from. */
export interface Figures {
  readonly cells: readonly ReportCell[];
  readonly soldToday: number;
  readonly seats: Readonly<Partial<Record<ReportCategory, SeatCount>>>;
}

/** The report as organisers see it. */
export function reportOf({ cells, soldToday, seats }: Figures, timeZone: string): Report {
  return {
    currency: 'USD',
    timeZone,
    categories: totalsOf(cells, seats),
    soldToday,
    cells: [...cells],
  };
}
