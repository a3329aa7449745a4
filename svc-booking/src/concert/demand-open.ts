import { DomainError } from '@concert/service-kit/errors';
import type { Concert } from './concert.ts';

const POSTPONED = { detail: 'The concert is postponed: nothing can be reserved or paid until reservations open again' };

/** Refuses what needs open reservations. @throws DomainError `booking.registration_closed` */
export function demandOpen({ state }: Pick<Concert, 'state'>): void {
  if (state !== 'open') throw new DomainError('booking.registration_closed', state === 'postponed' ? POSTPONED : {});
}
