import { linksEndAt } from '@concert/contracts/booking/links';
import { DomainError } from '@concert/service-kit/errors';

/**
 * Refuses what a link asks for once the links of the concert have ended. Whoever is told so holds a genuine link; owners and organisers sign
 * in and need none.
 * @throws DomainError `booking.link_ended`
 */
export function demandLinkOpen({ startsAt }: { readonly startsAt: Date }, now: Date): void {
  if (now >= linksEndAt(startsAt.toISOString())) throw new DomainError('booking.link_ended');
}
