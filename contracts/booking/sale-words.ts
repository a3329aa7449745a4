import type { ConcertView } from './http.ts';

/** Whether seats can be reserved, or until when they are, in a sentence without its full stop. */
export function saleInWords({ saleState, sale }: Pick<ConcertView, 'saleState' | 'sale'>): string {
  switch (saleState) {
    case 'open':
      return `Reserve until ${sale.endsText}`;
    case 'soon':
      return `Reservations open ${sale.opensText}`;
    case 'ended':
      return 'Reservations have ended';
    case 'cancelled':
      return 'This concert is cancelled';
    case 'postponed':
      return 'This concert is postponed';
    case 'disabled':
      return 'Registration is disabled';
  }
}
