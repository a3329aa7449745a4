import { isPayable, PROVIDER_MARGIN_SECONDS, type Booking } from './booking.ts';

/** How often a buyer gets more time for one booking: as often as WCAG 2.2 asks for, 2.2.1. */
const MORE_TIMES = 10;
/** Each time, this part of the hold is added. */
const PART_OF_HOLD = 1 / 5;
/** More time keeps seats for so many lengths of a hold at most; payment pages may have one more, so its last second can be paid. */
const MAX_LENGTHS = 3;

const addedMs = (holdSeconds: number) => holdSeconds * 1_000 * PART_OF_HOLD;

/** What more time depends on besides the booking. */
interface Bounds {
  readonly holdSeconds: number;
  /** The beginning of the evening: more time never keeps seats past it. */
  readonly startsAt: Date;
}

/** How often a buyer can still get more time for a booking. */
export function moreTimesLeft(booking: Booking, now: Date, { holdSeconds, startsAt }: Bounds): number {
  if (booking.offerEndsAt || !isPayable(booking, now)) return 0;
  const longest = booking.createdAt.getTime() + MAX_LENGTHS * (holdSeconds + PROVIDER_MARGIN_SECONDS) * 1_000;
  const latest = Math.min(longest, startsAt.getTime());
  const fit = Math.floor((latest - booking.holdEndsAt.getTime()) / addedMs(holdSeconds));
  return Math.max(0, Math.min(MORE_TIMES - (booking.moreTimes ?? 0), fit));
}

/**
 * The booking with a longer hold. An open payment page keeps its own end, which is then before that of the hold: nobody pays for seats that
 * others get.
 * @returns undefined when there is no more time to give
 */
export function withMoreTime(booking: Booking, now: Date, bounds: Bounds): Booking | undefined {
  if (!booking.keptUntil || moreTimesLeft(booking, now, bounds) === 0) return undefined;
  const later = (end: Date) => new Date(end.getTime() + addedMs(bounds.holdSeconds));
  return {
    ...booking,
    holdEndsAt: later(booking.holdEndsAt),
    keptUntil: later(booking.keptUntil),
    moreTimes: (booking.moreTimes ?? 0) + 1,
    version: booking.version + 1,
  };
}

/**
 * The booking after its payment page ended at `endedAt` without money while its hold, of an offer or with more time, goes on: it can be paid on another
 * page, or given up at once. The same object when a newer page was opened since.
 * @returns undefined when no time is left, so that the booking ends with its page
 */
export function afterPage(booking: Booking, endedAt: Date, now: Date): Booking | undefined {
  if (!(booking.moreTimes || booking.offerEndsAt) || !isPayable(booking, now)) return undefined;
  if (!booking.paymentBegunAt || booking.paymentBegunAt > endedAt) return booking;
  return { ...booking, keptUntil: booking.holdEndsAt, paymentBegunAt: null, version: booking.version + 1 };
}
