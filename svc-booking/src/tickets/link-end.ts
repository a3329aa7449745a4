import { linksEndAt } from '@concert/contracts/booking/links';
import { isDateToFollow } from '@concert/contracts/booking/postponement';
import { DomainError } from '@concert/service-kit/errors';
import type { Concert } from '../concert/concert.ts';

/**
 * Refuses what a link asks for once the links of the concert have ended, which is never while a postponed concert has no new date. Whoever is told so holds a genuine link; owners and organisers sign
 * in and need none.
 * @throws DomainError `booking.link_ended`
 */
export function demandLinkOpen(concert: Pick<Concert, 'startsAt' | 'state' | 'postponement'>, now: Date): void {
  if (!isDateToFollow(concert) && now >= linksEndAt(concert.startsAt.toISOString())) throw new DomainError('booking.link_ended');
}
