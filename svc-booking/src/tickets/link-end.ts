import { linksEndAt } from '@concert/contracts/booking/links';
import { isDateToFollow } from '@concert/contracts/booking/postponement';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Concert } from '../concert/concert.ts';

/**
 * Refuses what a link asks for once the links of the concert have ended, which is never while a postponed concert has no new date. Whoever is told so holds a genuine link; owners and organisers sign
 * in and need none.
 * @param madeAt when the tickets were: a link that was made after the evening is good for as long as one made before it
 * @throws DomainError `booking.link_ended`
 */
export function assertLinkOpen(concert: Pick<Concert, 'startsAt' | 'state' | 'postponement'>, madeAt: Date, now: Date): void {
  const from = concert.startsAt > madeAt ? concert.startsAt : madeAt;
  if (!isDateToFollow(concert) && now >= linksEndAt(from.toISOString())) throw new DomainError('booking.link_ended');
}
