import { isDateToFollow } from '@concert/contracts/booking/postponement';
import type { Concert } from '../concert/concert.ts';

/** An evening, seen from its start: whoever comes so long before or after it comes for that evening. */
const EVENING_MS = 12 * 3_600_000;

/** Why nobody is admitted, whatever ticket they hold. */
export interface ClosedDoor {
  readonly reason: 'concert_cancelled' | 'concert_postponed';
  /** When tickets decide again; absent where that is not known. */
  readonly until?: Date;
}

/**
 * Closed for a cancelled concert, for a postponed one until its new evening, and on an evening that it was moved away from, although it is
 * open again: whoever missed the news is told so instead of being let in. @returns undefined while tickets decide
 */
export function closedDoor(
  concert: Pick<Concert, 'state' | 'startsAt' | 'previousStarts' | 'postponement'>,
  now: Date,
): ClosedDoor | undefined {
  if (concert.state === 'cancelled') return { reason: 'concert_cancelled' };
  if (isDateToFollow(concert)) return { reason: 'concert_postponed' };
  const opens = new Date(concert.startsAt.getTime() - EVENING_MS);
  if (now >= opens) return undefined;
  const oldEvening = concert.previousStarts.some((at) => Math.abs(now.getTime() - at.getTime()) <= EVENING_MS);
  return concert.state === 'postponed' || oldEvening ? { reason: 'concert_postponed', until: opens } : undefined;
}
