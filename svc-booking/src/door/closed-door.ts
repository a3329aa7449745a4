import type { DoorState } from '@concert/contracts/booking/door';
import { isDateToFollow } from '@concert/contracts/booking/postponement';
import { HOUR_MS } from '@concert/contracts/core/durations';
import type { Concert } from '../concert/concert.ts';
import { formerEvenings } from '../concert/postponement.ts';

/** An evening, seen from its start: whoever comes so long before or after it comes for that evening. */
const EVENING_MS = 12 * HOUR_MS;

/** Why nobody is admitted, whatever ticket they hold. */
export interface ClosedDoor {
  readonly reason: NonNullable<DoorState['concert']['closed']>['reason'];
  /** When tickets decide again; absent where that is not known. */
  readonly until?: Date;
}

/**
 * Closed until some hours before the evening, so that nobody uses tickets up beforehand; for a cancelled concert, for a postponed one until its new
 * evening, and on an evening that it was moved away from, although it is open again: whoever missed the news is told so instead of being let in.
 * @param hoursBefore when it opens, counted from the beginning
 * @returns undefined while tickets decide
 */
export function closedDoor(
  concert: Pick<Concert, 'state' | 'startsAt' | 'previousStarts' | 'postponement'>,
  now: Date,
  hoursBefore: number,
): ClosedDoor | undefined {
  if (concert.state === 'cancelled') return { reason: 'concert_cancelled' };
  if (isDateToFollow(concert)) return { reason: 'concert_postponed' };
  const before = (ms: number) => new Date(concert.startsAt.getTime() - ms);
  const [morning, opens] = [before(EVENING_MS), before(hoursBefore * HOUR_MS)];
  const oldEvening = formerEvenings(concert).some((at) => Math.abs(now.getTime() - at.getTime()) <= EVENING_MS);
  if (now < morning && (concert.state === 'postponed' || oldEvening)) return { reason: 'concert_postponed', until: morning };
  return now < opens ? { reason: 'too_early', until: opens } : undefined;
}
