import {
  REPORT_CATEGORIES,
  REPORT_STATUSES,
  type Report,
  type ReportCategory,
  type ReportCell,
  type ReportDay,
  type ReportStatus,
  type ReportTotal,
} from '@concert/contracts/booking/reports';
import { SEATINGS } from '@concert/contracts/booking/seating';
import type { Row } from './report-rows.ts';

/*
 * The report's one formula. Money counts as charged when it was taken. It counts as returned when it was sent back, wholly or in part,
 * as lost when a bank gave it back in a dispute, and as given when its holder gave it to the welfare work. For each category, at any time:
 * charged = returned + lost + given + kept.
 */

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
      const sum = (of: (row: Row) => number | undefined) => alike.reduce((total, row) => total + (of(row) ?? 0), 0);
      return {
        category,
        status,
        bookings: alike.length,
        tickets: sum(({ notickets }) => notickets),
        amountMinor: sum(({ amount }) => amount),
        lostMinor: sum(({ lost }) => lost),
        returnedMinor: sum(({ returned }) => returned),
        givenMinor: sum(({ given }) => given),
      };
    }),
  );
}

/** Totals per category, from its cells by status. */
export function totalsOf(cells: readonly ReportCell[], seats: Readonly<Partial<Record<ReportCategory, SeatCount>>>): ReportTotal[] {
  return REPORT_CATEGORIES.map((category) => {
    const own = cells.filter((cell) => cell.category === category);
    const sum = (
      what: 'bookings' | 'tickets' | 'amountMinor' | 'lostMinor' | 'returnedMinor' | 'givenMinor',
      counts: (status: string) => boolean = () => true,
    ) => own.reduce((total, cell) => (counts(cell.status) ? total + cell[what] : total), 0);
    const bookings = sum('bookings', (status) => SEATED.has(status));
    const tickets = sum('tickets', (status) => SEATED.has(status));
    const countedBy = category === 'General Seating' ? 'ticket' : (SEATINGS as readonly string[]).includes(category) ? 'booking' : 'entry';
    const chargedMinor = sum('amountMinor');
    const refunded = (status: string) => status === 'refunded';
    const returnedMinor = sum('amountMinor', refunded) - sum('givenMinor', refunded) + sum('returnedMinor');
    const lostMinor = sum('lostMinor');
    const givenMinor = sum('givenMinor');
    return {
      category,
      countedBy,
      count: countedBy === 'ticket' ? tickets : bookings,
      bookings,
      tickets,
      chargedMinor,
      returnedMinor,
      lostMinor,
      givenMinor,
      keptMinor: chargedMinor - returnedMinor - lostMinor - givenMinor,
      ...(seats[category] ?? { sold: 0, capacity: 0, held: 0 }),
    };
  });
}

/** The data that the report is built from. */
export interface Figures {
  readonly cells: readonly ReportCell[];
  /** Tickets sold by local day of the concert, oldest first. */
  readonly days: readonly ReportDay[];
  readonly seats: Readonly<Partial<Record<ReportCategory, SeatCount>>>;
}

/** The report as organisers see it. */
export function reportOf({ cells, days, seats }: Figures, timeZone: string): Report {
  return {
    currency: 'USD',
    timeZone,
    categories: totalsOf(cells, seats),
    days: [...days],
    cells: [...cells],
  };
}
