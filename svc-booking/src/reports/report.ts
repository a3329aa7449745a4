import type { Report, ReportCategory, ReportCell, ReportDay, ReportStatus, ReportTotal } from '@concert/contracts/booking/reports';
import { REPORT_CATEGORIES } from '@concert/contracts/booking/reports';
import type { BookingStatus } from '@concert/contracts/booking/states';
import { SEATINGS, type Seating } from '@concert/contracts/booking/seating';
import { chargedFor, type Booking } from '../bookings/booking.ts';

/*
 * The report's one formula. Money counts as charged when it was taken. It counts as returned when it was sent back, and as
 * lost when a bank gave it back in a dispute. For each category, at any time: charged = returned + lost + kept.
 */

/** Statuses that occupy seats: what the stock counts as sold, and free entries that are not revoked. */
const SEATED: ReadonlySet<string> = new Set<ReportStatus>(['paid', 'refund_requested', 'refund_failed', 'Submitted', 'Issued']);

/** How a change of a booking changes the figures. */
export interface FigureChange {
  readonly seating: Seating;
  /** Differences to the cells of a status; negative ones subtract. */
  readonly cells: readonly {
    readonly status: BookingStatus;
    readonly bookings: number;
    readonly tickets: number;
    readonly amountMinor: number;
    readonly lostMinor?: number;
  }[];
  /** Money and tickets at the time of the change, where any moved. */
  readonly moment?: { readonly at: Date; readonly chargedMinor: number; readonly returnedMinor: number; readonly tickets: number };
}

/** The difference in figures from `before` (undefined for a new booking) to `after`; undefined when there is none. */
export function figureChange(before: Booking | undefined, after: Booking): FigureChange | undefined {
  const { seating, tickets } = after;
  const [lost, lostBefore] = [after.lostMinor ?? 0, before?.lostMinor ?? 0];
  if (before?.status === after.status)
    return lost === lostBefore
      ? undefined
      : { seating, cells: [{ status: after.status, bookings: 0, tickets: 0, amountMinor: 0, lostMinor: lost - lostBefore }] };
  const { amountMinor } = chargedFor(after);
  const amountBefore = before ? chargedFor(before).amountMinor : 0;
  const cells: FigureChange['cells'][number][] = [
    { status: after.status, bookings: 1, tickets, amountMinor, ...(lost > 0 ? { lostMinor: lost } : {}) },
  ];
  if (before)
    cells.push({
      status: before.status,
      bookings: -1,
      tickets: -tickets,
      amountMinor: 0 - amountBefore,
      ...(lostBefore > 0 ? { lostMinor: -lostBefore } : {}),
    });
  const chargedMinor = amountMinor - amountBefore;
  // A bank may reject a refund days after it was sent: then the refund is taken back out.
  const returnedMinor = after.status === 'refunded' ? amountMinor : before?.status === 'refunded' ? -amountMinor : 0;
  const at = after.history.at(-1)?.at;
  if (!at || (chargedMinor === 0 && returnedMinor === 0)) return { seating, cells };
  return { seating, cells, moment: { at, chargedMinor, returnedMinor, tickets: after.status === 'paid' ? tickets : 0 } };
}

/** Seats of one category or group. */
export interface SeatCount {
  readonly sold: number;
  readonly capacity: number;
  readonly held: number;
}

/** Totals per category, from its cells by status. */
export function totalsOf(cells: readonly ReportCell[], seats: Readonly<Partial<Record<ReportCategory, SeatCount>>>): ReportTotal[] {
  return REPORT_CATEGORIES.map((category) => {
    const own = cells.filter((cell) => cell.category === category);
    const sum = (what: 'bookings' | 'tickets' | 'amountMinor' | 'lostMinor', counts: (status: string) => boolean = () => true) =>
      own.reduce((total, cell) => (counts(cell.status) ? total + cell[what] : total), 0);
    const bookings = sum('bookings', (status) => SEATED.has(status));
    const tickets = sum('tickets', (status) => SEATED.has(status));
    const countedBy = category === 'General Seating' ? 'ticket' : (SEATINGS as readonly string[]).includes(category) ? 'booking' : 'entry';
    const chargedMinor = sum('amountMinor');
    const returnedMinor = sum('amountMinor', (status) => status === 'refunded');
    const lostMinor = sum('lostMinor');
    return {
      category,
      countedBy,
      count: countedBy === 'ticket' ? tickets : bookings,
      bookings,
      tickets,
      chargedMinor,
      returnedMinor,
      lostMinor,
      keptMinor: chargedMinor - returnedMinor - lostMinor,
      ...(seats[category] ?? { sold: 0, capacity: 0, held: 0 }),
    };
  });
}

/** Money that moved, and tickets sold. */
export interface MovedMoney {
  readonly chargedMinor: number;
  readonly returnedMinor: number;
  readonly tickets: number;
}

export function addMoney(sum: MovedMoney | undefined, more: MovedMoney): MovedMoney {
  if (!sum) return more;
  return {
    chargedMinor: sum.chargedMinor + more.chargedMinor,
    returnedMinor: sum.returnedMinor + more.returnedMinor,
    tickets: sum.tickets + more.tickets,
  };
}

export const QUARTER_MS = 15 * 60_000;
export const DAY_MS = 24 * 60 * 60_000;

/**
 * The UTC day of an instant, and its quarter of an hour within that day. Clocks differ from UTC by whole quarters, so a
 * quarter lies within one day in every time zone.
 */
export function quarterOf(at: Date): { readonly day: Date; readonly quarter: number } {
  const day = Math.floor(at.getTime() / DAY_MS) * DAY_MS;
  return { day: new Date(day), quarter: Math.floor((at.getTime() - day) / QUARTER_MS) };
}

/** The data that the report is built from. */
export interface Figures {
  readonly cells: readonly ReportCell[];
  /** Money by local day of the concert, oldest first. */
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
    cells: cells.filter(({ bookings }) => bookings !== 0),
  };
}
