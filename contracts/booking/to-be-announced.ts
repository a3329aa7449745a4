import type { ConcertView } from './http.ts';

/** Stands where date, hall, address or phone would, until the organisers have said them. */
export const TO_BE_ANNOUNCED = 'To be announced';

/** Whether the organisers have said where the concert is and how they are reached. */
export function isAnnounced({ venue, supportPhone }: Pick<ConcertView, 'venue' | 'supportPhone'>): boolean {
  return ![venue.name, venue.address, supportPhone].includes(TO_BE_ANNOUNCED);
}
