import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingStatus } from '@concert/contracts/booking/states';
import { collectionOf, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { Booking } from '../bookings/booking.ts';
import { figureChange, quarterOf, type FigureChange, type Quarter } from './report.ts';

/** One document a category: what it has in each status. */
export const REPORT_CELLS = 'report-cells';
/** One document a category and quarter of an hour in which money moved. */
export const REPORT_QUARTERS = 'report-quarters';

export interface CellsDocument {
  _id: Seating;
  statuses?: Partial<Record<BookingStatus, { bookings: number; tickets: number; amountMinor: number }>>;
}

export interface QuarterDocument extends Quarter {
  /** Beginning of the quarter and category: documents of one category are written one after the other anyway, by its stock. */
  _id: string;
  seating: Seating;
}

/** Adds up several changes into one write a category and one a quarter. */
function gathered(changes: readonly FigureChange[]) {
  const cells = new Map<Seating, Record<string, number>>();
  const quarters = new Map<string, { at: Date; seating: Seating; inc: Record<string, number> }>();
  const add = (sums: Record<string, number>, field: string, value: number) => (sums[field] = (sums[field] ?? 0) + value);
  for (const { seating, cells: moved, moment } of changes) {
    const sums = cells.get(seating) ?? {};
    cells.set(seating, sums);
    for (const { status, bookings, tickets, amountMinor } of moved) {
      add(sums, `statuses.${status}.bookings`, bookings);
      add(sums, `statuses.${status}.tickets`, tickets);
      add(sums, `statuses.${status}.amountMinor`, amountMinor);
    }
    if (!moment) continue;
    const at = quarterOf(moment.at);
    const _id = `${at.toISOString()} ${seating}`;
    const quarter = quarters.get(_id) ?? { at, seating, inc: {} };
    quarters.set(_id, quarter);
    for (const field of ['chargedMinor', 'returnedMinor', 'tickets'] as const) add(quarter.inc, field, moment[field]);
  }
  return { cells, quarters };
}

/**
 * Keeps the figures true, in the transaction of the bookings' change: the report is never behind and never wrong, and costs
 * the same at three bookings as at a hundred thousand.
 */
export async function keepFigures(connection: Connection, steps: readonly (readonly [Booking | undefined, Booking])[], transaction: ClientSession): Promise<void> {
  const { cells, quarters } = gathered(steps.map(([before, after]) => figureChange(before, after)).filter((change) => change !== undefined));
  for (const [_id, inc] of cells) await collectionOf<CellsDocument>(connection, REPORT_CELLS).updateOne({ _id }, { $inc: inc }, { session: transaction, upsert: true });
  for (const [_id, { at, seating, inc }] of quarters) {
    await collectionOf<QuarterDocument>(connection, REPORT_QUARTERS).updateOne({ _id }, { $inc: inc, $setOnInsert: { at, seating } }, { session: transaction, upsert: true });
  }
}

/** Counts the same figures from whole histories, for data from before they were kept and to prove that they are true. */
export function figuresOf(): { add: (booking: Booking) => void; documents: () => { cells: CellsDocument[]; quarters: QuarterDocument[] } } {
  const cells = new Map<Seating, NonNullable<CellsDocument['statuses']>>();
  const quarters = new Map<string, QuarterDocument>();
  const add = (booking: Booking): void => {
    const { seating, status, notickets, price: { amountMinor } } = booking;
    const statuses = cells.get(seating) ?? {};
    cells.set(seating, statuses);
    const cell = statuses[status] ?? { bookings: 0, tickets: 0, amountMinor: 0 };
    statuses[status] = { bookings: cell.bookings + 1, tickets: cell.tickets + notickets, amountMinor: cell.amountMinor + amountMinor };
    booking.history.forEach((entry, index) => {
      const before = booking.history[index - 1];
      const step = figureChange(before && { ...booking, status: before.to }, { ...booking, status: entry.to, history: [entry] });
      if (!step?.moment) return;
      const at = quarterOf(step.moment.at);
      const _id = `${at.toISOString()} ${seating}`;
      const quarter = quarters.get(_id) ?? { _id, at, seating, chargedMinor: 0, returnedMinor: 0, tickets: 0 };
      const { chargedMinor, returnedMinor, tickets } = step.moment;
      quarters.set(_id, { ...quarter, chargedMinor: quarter.chargedMinor + chargedMinor, returnedMinor: quarter.returnedMinor + returnedMinor, tickets: quarter.tickets + tickets });
    });
  };
  return { add, documents: () => ({ cells: [...cells].map(([_id, statuses]) => ({ _id, statuses })), quarters: [...quarters.values()] }) };
}
