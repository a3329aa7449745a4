import type { Report, ReportCategory, ReportCell, ReportDay, ReportStatus, ReportTotal } from '@concert/contracts/booking/reports';
import { REPORT_CATEGORIES } from '@concert/contracts/booking/reports';
import type { BookingStatus } from '@concert/contracts/booking/states';
import { SEATINGS, type Seating } from '@concert/contracts/booking/seating';
import { chargedFor, type Booking } from '../bookings/booking.ts';
import { givenOf, returnedInParts } from '../bookings/partial-return.ts';
import { isForgotten } from '../bookings/unproven-hold.ts';

/*
 * The report's one formula. Money counts as charged when it was taken. It counts as returned when it was sent back, wholly or in part,
 * as lost when a bank gave it back in a dispute, and as given when its holder gave it to the welfare work. For each category, at any time:
 * charged = returned + lost + given + kept.
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
    readonly returnedMinor?: number;
    readonly givenMinor?: number;
  }[];
  /** Money and tickets at the time of the change, where any moved. */
  readonly moment?: { readonly at: Date; readonly chargedMinor: number; readonly returnedMinor: number; readonly tickets: number };
}

type CellChange = FigureChange['cells'][number];

/** What one booking adds to the cell of its status. */
function cellOf(booking: Booking): Required<CellChange> {
  const { status, tickets, lostMinor = 0 } = booking;
  return {
    status,
    bookings: 1,
    tickets,
    amountMinor: chargedFor(booking).amountMinor,
    lostMinor,
    returnedMinor: partlyReturned(booking),
    givenMinor: givenOf(booking),
  };
}

/** What of a booking's money counts as returned although it was not refunded wholly. */
export function partlyReturned(booking: Pick<Booking, 'status' | 'returns'>): number {
  return booking.status === 'refunded' ? 0 : returnedInParts(booking);
}

/** The difference between two cells; fields that few bookings have stand there only where they differ. */
function difference(status: BookingStatus, after: Required<CellChange> | undefined, before: Required<CellChange> | undefined): CellChange {
  const of = (field: Exclude<keyof CellChange, 'status'>) => (after?.[field] ?? 0) - (before?.[field] ?? 0);
  const [lostMinor, returnedMinor, givenMinor] = [of('lostMinor'), of('returnedMinor'), of('givenMinor')];
  return {
    status,
    bookings: of('bookings'),
    tickets: of('tickets'),
    amountMinor: of('amountMinor'),
    ...(lostMinor === 0 ? {} : { lostMinor }),
    ...(returnedMinor === 0 ? {} : { returnedMinor }),
    ...(givenMinor === 0 ? {} : { givenMinor }),
  };
}

function isZero({ status: _status, ...figures }: CellChange): boolean {
  return Object.values(figures).every((figure) => figure === 0);
}

/** All money of a booking that counts as returned. */
function returnedOf(booking: Booking): number {
  return booking.status === 'refunded' ? chargedFor(booking).amountMinor - givenOf(booking) : returnedInParts(booking);
}

/** When a partial return of a booking changed whose status stayed as it was. */
function returnChangedAt(before: Booking | undefined, { returns = [] }: Booking): Date | undefined {
  return returns.find((part) => !before?.returns?.includes(part))?.steps.at(-1)?.at;
}

/** The difference in figures from `before` (undefined for a new booking) to `after`; undefined when there is none. */
export function figureChange(before: Booking | undefined, after: Booking): FigureChange | undefined {
  const { seating } = after;
  const [cellAfter, cellBefore] = [cellOf(after), before && cellOf(before)];
  const moves = before?.status !== after.status;
  const cells = moves
    ? [
        ...(isForgotten(after) ? [] : [difference(after.status, cellAfter, undefined)]),
        ...(before ? [difference(before.status, undefined, cellBefore)] : []),
      ]
    : [difference(after.status, cellAfter, cellBefore)].filter((cell) => !isZero(cell));
  const chargedMinor = cellAfter.amountMinor - (cellBefore?.amountMinor ?? 0);
  // A bank may reject a refund days after it was sent: then the refund is taken back out.
  const returnedMinor = returnedOf(after) - (before ? returnedOf(before) : 0);
  const at = moves ? after.history.at(-1)?.at : returnChangedAt(before, after);
  if (!at || (chargedMinor === 0 && returnedMinor === 0)) return cells.length > 0 ? { seating, cells } : undefined;
  return { seating, cells, moment: { at, chargedMinor, returnedMinor, tickets: moves && after.status === 'paid' ? after.tickets : 0 } };
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

export const QUARTER_HOUR_MS = 15 * 60_000;
export const DAY_MS = 24 * 60 * 60_000;

/**
 * The UTC day of an instant, and its quarter of an hour within that day. Clocks differ from UTC by whole quarters, so a
 * quarter lies within one day in every time zone.
 */
export function quarterHourOf(at: Date): { readonly day: Date; readonly quarter: number } {
  const day = Math.floor(at.getTime() / DAY_MS) * DAY_MS;
  return { day: new Date(day), quarter: Math.floor((at.getTime() - day) / QUARTER_HOUR_MS) };
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
