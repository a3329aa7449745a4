import type { Seating } from '@concert/contracts/booking/seating';
import { runConcurrently, type ClientSession, type Connection } from '@concert/service-kit/store/mongo';
import type { BookingChange, BookingChanges } from '../bookings/booking-changes.ts';
import { chargedFor, type Booking } from '../bookings/booking.ts';
import { givenOf } from '../bookings/partial-return.ts';
import { addMoney, figureChange, partlyReturned, quarterHourOf, type FigureChange } from './report.ts';
import { cellsCollection, daysCollection, type CellsDocument, type DayDocument } from './report-figures.schema.ts';

const idOf = (day: Date, seating: Seating) => `${day.toISOString().slice(0, 10)} ${seating}`;

/** Adds several changes up: one write per category and one per day. */
function gathered(changes: readonly FigureChange[]) {
  const cells = new Map<Seating, Record<string, number>>();
  const days = new Map<string, { day: Date; seating: Seating; inc: Record<string, number> }>();
  const add = (sums: Record<string, number>, field: string, value: number) => (sums[field] = (sums[field] ?? 0) + value);
  for (const { seating, cells: moved, moment } of changes) {
    const sums = cells.get(seating) ?? {};
    cells.set(seating, sums);
    for (const { status, bookings, tickets, amountMinor, lostMinor, returnedMinor, givenMinor } of moved) {
      add(sums, `statuses.${status}.bookings`, bookings);
      add(sums, `statuses.${status}.tickets`, tickets);
      add(sums, `statuses.${status}.amountMinor`, amountMinor);
      if (lostMinor !== undefined) add(sums, `statuses.${status}.lostMinor`, lostMinor);
      if (returnedMinor !== undefined) add(sums, `statuses.${status}.returnedMinor`, returnedMinor);
      if (givenMinor !== undefined) add(sums, `statuses.${status}.givenMinor`, givenMinor);
    }
    if (!moment) continue;
    const { day, quarter } = quarterHourOf(moment.at);
    const _id = idOf(day, seating);
    const kept = days.get(_id) ?? { day, seating, inc: { version: 1 } };
    days.set(_id, kept);
    for (const field of ['chargedMinor', 'returnedMinor', 'tickets'] as const) add(kept.inc, `quarters.${quarter}.${field}`, moment[field]);
  }
  return { cells, days };
}

/**
 * Updates the figures in the transaction of the bookings' change, so the report is always up to date. Its cost does not grow
 * with the number of bookings.
 */
export class MongoReportFigures implements BookingChanges {
  constructor(private readonly connection: Connection) {}

  async record(changes: readonly BookingChange[], transaction: ClientSession): Promise<void> {
    const { cells, days } = gathered(
      changes.map(([before, after]) => figureChange(before, after)).filter((change) => change !== undefined),
    );
    const options = { session: transaction, upsert: true };
    const { connection } = this;
    await runConcurrently([
      ...[...cells].map(([_id, inc]) => cellsCollection.driver(connection).updateOne({ _id }, { $inc: inc }, options)),
      ...[...days].map(([_id, { day, seating, inc }]) =>
        daysCollection.driver(connection).updateOne({ _id }, { $inc: inc, $setOnInsert: { day, seating } }, options),
      ),
    ]);
  }
}

/** A booking after each change of its status and each step of a partial return, oldest first. */
function pastOf(booking: Booking): Booking[] {
  const { history, returns = [] } = booking;
  const booked = returns.reduce((count, part) => count + part.tickets.length, booking.tickets);
  const changes = [
    ...history.map((entry) => ({ at: entry.at, apply: (past: Booking): Booking => ({ ...past, status: entry.to, history: [entry] }) })),
    ...returns.flatMap((part) =>
      part.steps.map((step, index) => ({
        at: step.at,
        apply: (past: Booking): Booking => ({
          ...past,
          tickets: index === 0 ? past.tickets - part.tickets.length : past.tickets,
          returns: [...(past.returns ?? []).filter(({ id }) => id !== part.id), { ...part, steps: part.steps.slice(0, index + 1) }],
        }),
      })),
    ),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  let past: Booking = { ...booking, tickets: booked, returns: [] };
  return changes.map(({ apply }) => (past = apply(past)));
}

/**
 * Counts the same figures from complete histories, for data from before the figures were stored and to check them.
 * @param version of the documents: higher than any before, so that no cache takes them for the old ones
 */
export function figuresOf(version: number): {
  add: (booking: Booking) => void;
  documents: () => { cells: CellsDocument[]; days: DayDocument[] };
} {
  const cells = new Map<Seating, NonNullable<CellsDocument['statuses']>>();
  const days = new Map<string, DayDocument>();
  const add = (booking: Booking): void => {
    const { seating, status, tickets, lostMinor = 0 } = booking;
    const { amountMinor } = chargedFor(booking);
    const returnedMinor = partlyReturned(booking);
    const givenMinor = givenOf(booking);
    const statuses = cells.get(seating) ?? {};
    cells.set(seating, statuses);
    const cell = statuses[status] ?? { bookings: 0, tickets: 0, amountMinor: 0 };
    statuses[status] = {
      bookings: cell.bookings + 1,
      tickets: cell.tickets + tickets,
      amountMinor: cell.amountMinor + amountMinor,
      ...(lostMinor + (cell.lostMinor ?? 0) > 0 ? { lostMinor: lostMinor + (cell.lostMinor ?? 0) } : {}),
      ...(returnedMinor + (cell.returnedMinor ?? 0) > 0 ? { returnedMinor: returnedMinor + (cell.returnedMinor ?? 0) } : {}),
      ...(givenMinor + (cell.givenMinor ?? 0) > 0 ? { givenMinor: givenMinor + (cell.givenMinor ?? 0) } : {}),
    };
    const past = pastOf(booking);
    past.forEach((after, index) => {
      const step = figureChange(past[index - 1], after);
      if (!step?.moment) return;
      const { at, ...money } = step.moment;
      const { day, quarter } = quarterHourOf(at);
      const _id = idOf(day, seating);
      const document = days.get(_id) ?? { _id, day, seating, version, quarters: {} };
      days.set(_id, document);
      document.quarters[quarter] = addMoney(document.quarters[quarter], money);
    });
  };
  return { add, documents: () => ({ cells: [...cells].map(([_id, statuses]) => ({ _id, statuses })), days: [...days.values()] }) };
}
