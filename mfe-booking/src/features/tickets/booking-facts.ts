import type { BookingView } from '@concert/contracts/booking/http';
import { formatMoney } from '@concert/contracts/core/money';

/** The name a booking was made in. */
export function fullName(booking: Pick<BookingView, 'firstname' | 'lastname'>): string {
  return `${booking.firstname} ${booking.lastname}`.trim();
}

/** '50.00 USD': what the buyer pays for the whole booking. */
export function amountOf(booking: Pick<BookingView, 'amount' | 'currency'>): string {
  return formatMoney({ amountMinor: booking.amount, currency: booking.currency });
}

/** Where the booking's tickets are shown; with its signed capability when there is one, so that the link can be passed on. */
export function detailsPath(booking: Pick<BookingView, 'id' | 'ref2'>): string {
  const query = new URLSearchParams({ ref: booking.id });
  if (booking.ref2) query.set('ref2', booking.ref2);
  return `/get-details?${query}`;
}
