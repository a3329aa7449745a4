import { DomainError } from '@concert/service-kit/process/errors';
import { hasBegun, type Concert } from './concert.ts';

const POSTPONED = { detail: 'The concert is postponed: nothing can be reserved or paid until reservations open again' };
const BEGUN = { detail: 'The evening has begun: nothing can be reserved or paid for it any more' };

/** Refuses what needs open reservations, which end when the evening begins. @throws DomainError `booking.registration_closed` */
export function assertOpen(concert: Pick<Concert, 'state' | 'startsAt'>, now: Date): void {
  const { state } = concert;
  if (state !== 'open') throw new DomainError('booking.registration_closed', state === 'postponed' ? POSTPONED : {});
  if (hasBegun(concert, now)) throw new DomainError('booking.registration_closed', BEGUN);
}
