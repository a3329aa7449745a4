import type { ReportDay } from '@concert/contracts/booking/reports';
import type { BookingStatus } from '@concert/contracts/booking/states';
import { localTimeOf } from '@concert/contracts/core/zoned-time';
import { chargedFor, type Booking } from '../bookings/booking.ts';
import { givenAmountOf, givenAtFirst, returnedInParts } from '../bookings/partial-return.ts';

/** Money that moved, in minor units, and tickets sold. */
interface MovedMoney {
  readonly at: Date;
  readonly chargedMinor: number;
  readonly returnedMinor: number;
  readonly tickets: number;
}

/** What of a booking's money counts as returned beside a whole refund: below zero where a bank took of the gifts that one had left. */
export function partlyReturned(booking: Pick<Booking, 'status' | 'returns' | 'lostMinor'>, chargedMinor: number): number {
  return booking.status === 'refunded' ? givenAmountOf(booking, chargedMinor) - givenAtFirst(booking) : returnedInParts(booking);
}

/** All money of a booking that counts as returned. */
function returnedOf(booking: Booking): number {
  return booking.status === 'refunded' ? chargedFor(booking).amountMinor - givenAtFirst(booking) : returnedInParts(booking);
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
export function movedMoneyOf(booking: Booking): MovedMoney[] {
  let [status, charged, returned]: [BookingStatus | undefined, number, number] = [undefined, 0, 0];
  return pastOf(booking).flatMap(({ at, after }) => {
    const [chargedMinor, returnedMinor] = [chargedFor(after).amountMinor - charged, returnedOf(after) - returned];
    const tickets = status !== after.status && after.status === 'paid' ? after.tickets : 0;
    [status, charged, returned] = [after.status, charged + chargedMinor, returned + returnedMinor];
    return chargedMinor === 0 && returnedMinor === 0 ? [] : [{ at, chargedMinor, returnedMinor, tickets }];
  });
}

/** Money that moved by local day of the concert, oldest first. */
export function daysOf(moved: readonly MovedMoney[], timeZone: string): ReportDay[] {
  return [...Map.groupBy(moved, ({ at }) => localTimeOf(at, timeZone).slice(0, 10))]
    .map(([day, ofDay]) => {
      const sum = (field: Exclude<keyof MovedMoney, 'at'>) => ofDay.reduce((total, one) => total + one[field], 0);
      return { day, chargedMinor: sum('chargedMinor'), returnedMinor: sum('returnedMinor'), tickets: sum('tickets') };
    })
    .sort((one, other) => one.day.localeCompare(other.day));
}
