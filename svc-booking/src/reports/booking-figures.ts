import type { ReportCell, ReportDay } from '@concert/contracts/booking/reports';
import { SEATINGS, type Seating } from '@concert/contracts/booking/seating';
import { BOOKING_STATUSES, type BookingStatus } from '@concert/contracts/booking/states';
import { localTimeOf } from '@concert/contracts/core/zoned-time';
import { chargedFor, type Booking } from '../bookings/booking.ts';
import { givenAmountOf, returnedInParts } from '../bookings/partial-return.ts';

/** Money that moved, in minor units, and tickets sold. */
interface MovedMoney {
  readonly chargedMinor: number;
  readonly returnedMinor: number;
  readonly tickets: number;
}

/** What of a booking's money counts as returned although it was not refunded wholly. */
export function partlyReturned(booking: Pick<Booking, 'status' | 'returns'>): number {
  return booking.status === 'refunded' ? 0 : returnedInParts(booking);
}

/** All money of a booking that counts as returned. */
function returnedOf(booking: Booking): number {
  return booking.status === 'refunded' ? chargedFor(booking).amountMinor - givenAmountOf(booking) : returnedInParts(booking);
}

/** A booking with all its tickets after each change of its status and each step of a partial return, oldest first, with its time. */
function pastOf(booking: Booking): { readonly at: Date; readonly after: Booking }[] {
  const { history, returns = [], taken = [] } = booking;
  const booked = returns.reduce((count, part) => count + part.tickets.length, booking.tickets + taken.length);
  const changes = [
    ...history.map(({ at, to }) => ({ at, apply: (past: Booking): Booking => ({ ...past, status: to }) })),
    ...returns.flatMap((part) =>
      part.steps.map(({ at }, index) => ({
        at,
        apply: (past: Booking): Booking => ({
          ...past,
          returns: [...(past.returns ?? []).filter(({ id }) => id !== part.id), { ...part, steps: part.steps.slice(0, index + 1) }],
        }),
      })),
    ),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  let past: Booking = { ...booking, tickets: booked, returns: [] };
  return changes.map(({ at, apply }) => ({ at, after: (past = apply(past)) }));
}

/** The money of a booking that moved, oldest first. A bank may reject a refund days after it was sent: then it is taken back out. */
export function movedMoneyOf(booking: Booking): ({ readonly at: Date } & MovedMoney)[] {
  let [status, charged, returned]: [BookingStatus | undefined, number, number] = [undefined, 0, 0];
  return pastOf(booking).flatMap(({ at, after }) => {
    const [chargedMinor, returnedMinor] = [chargedFor(after).amountMinor - charged, returnedOf(after) - returned];
    const tickets = status !== after.status && after.status === 'paid' ? after.tickets : 0;
    [status, charged, returned] = [after.status, charged + chargedMinor, returned + returnedMinor];
    return chargedMinor === 0 && returnedMinor === 0 ? [] : [{ at, chargedMinor, returnedMinor, tickets }];
  });
}

/** Adds bookings up to the figures of the report. */
export class BookingFigures {
  readonly #timeZone: string;
  readonly #cells = new Map<string, ReportCell>();
  readonly #days = new Map<string, MovedMoney>();

  /** @param timeZone of the concert, whose days the money is told by */
  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  add(booking: Booking): void {
    const { seating, status, tickets, lostMinor = 0 } = booking;
    const cell = this.#cells.get(keyOf(seating, status));
    this.#cells.set(keyOf(seating, status), {
      category: seating,
      status,
      bookings: (cell?.bookings ?? 0) + 1,
      tickets: (cell?.tickets ?? 0) + tickets,
      amountMinor: (cell?.amountMinor ?? 0) + chargedFor(booking).amountMinor,
      lostMinor: (cell?.lostMinor ?? 0) + lostMinor,
      returnedMinor: (cell?.returnedMinor ?? 0) + partlyReturned(booking),
      givenMinor: (cell?.givenMinor ?? 0) + givenAmountOf(booking),
    });
    for (const moved of movedMoneyOf(booking)) {
      const day = localTimeOf(moved.at, this.#timeZone).slice(0, 10);
      const sum = this.#days.get(day);
      this.#days.set(day, {
        chargedMinor: (sum?.chargedMinor ?? 0) + moved.chargedMinor,
        returnedMinor: (sum?.returnedMinor ?? 0) + moved.returnedMinor,
        tickets: (sum?.tickets ?? 0) + moved.tickets,
      });
    }
  }

  /** By category and status, in their order. */
  cells(): ReportCell[] {
    return SEATINGS.flatMap((seating) => BOOKING_STATUSES.flatMap((status) => this.#cells.get(keyOf(seating, status)) ?? []));
  }

  /** By local day of the concert, oldest first. */
  days(): ReportDay[] {
    return [...this.#days].map(([day, money]) => ({ day, ...money })).sort((one, other) => one.day.localeCompare(other.day));
  }
}

const keyOf = (seating: Seating, status: BookingStatus): string => `${seating} ${status}`;
