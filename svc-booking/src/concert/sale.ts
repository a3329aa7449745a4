import type { SaleTimes } from '@concert/contracts/booking/sale';
import { saleStateAt, type SaleState } from '@concert/contracts/booking/sale-state';
import type { Role } from '@concert/contracts/core/roles';
import { deadlineInWords, momentInWords } from '@concert/contracts/core/time-in-words';
import { DomainError } from '@concert/service-kit/process/errors';
import { saleEndsAt, type Concert } from './concert.ts';

const POSTPONED = { detail: 'The concert is postponed: nothing can be reserved or paid until reservations open again' };

type Sold = Pick<Concert, 'state' | 'startsAt' | 'sale' | 'timeZone'>;

/**
 * Refuses what needs a concert whose reservations the organisers have not closed. The times of the sale do not count: what was reserved before its end can be
 * paid while its hold lasts.
 * @throws DomainError `booking.registration_closed`
 */
export function assertNotClosed({ state }: Pick<Concert, 'state'>): void {
  if (state !== 'open') throw new DomainError('booking.registration_closed', state === 'postponed' ? POSTPONED : {});
}

/**
 * Refuses a new reservation before the sale opens, and from its end on.
 * @param role of the buyer: an admin may reserve before the sale opens, to see with one real seat that everything works
 * @throws DomainError `booking.registration_closed`, `booking.sale_not_open`, `booking.sale_ended`
 */
export function assertOnSale(concert: Sold, now: Date, role: Role = 'buyer'): void {
  assertNotClosed(concert);
  const { saleState, sale } = saleView(concert, now);
  if (saleState === 'soon' && role !== 'admin')
    throw new DomainError('booking.sale_not_open', { detail: `Reservations open ${sale.opensText}` });
  if (saleState === 'ended') throw new DomainError('booking.sale_ended', { detail: 'Reservations have ended' });
}

/** The part of a concert that tells everybody when seats can be reserved, and whether that is now. */
export function saleView(
  { state, startsAt, sale, timeZone }: Sold,
  now: Date,
): { readonly saleState: SaleState; readonly sale: SaleTimes } {
  const { opensAt } = sale;
  const endsAt = saleEndsAt({ startsAt, sale });
  return {
    saleState: saleStateAt({ state, sale: { opensAt, endsAt } }, now.getTime()),
    sale: {
      opensAt: opensAt?.toISOString() ?? null,
      endsAt: endsAt.toISOString(),
      opensText: opensAt ? momentInWords(opensAt, timeZone) : 'soon',
      endsText: deadlineInWords(endsAt, timeZone, now),
    },
  };
}
