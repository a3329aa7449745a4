import type { BookingView } from '@concert/contracts/booking/http';
import { SEATING_RULES } from '@concert/contracts/booking/seating';
import { majorUnits } from '@concert/contracts/core/money';
import { remember } from '@concert/web-kit/storage.ts';
import { totalMinorOf } from '../booking-display/booking-display.ts';
import { keepStoredForOtherTab } from './stored-booking.ts';

/** The booking for which a payment page is opened: as the server has it, whatever a form says. */
export type PayableBooking = Pick<
  BookingView,
  'id' | 'firstname' | 'lastname' | 'email' | 'phoneno' | 'seating' | 'notickets' | 'amount' | 'giftMinor' | 'currency' | 'freeTickets'
> & {
  /** The secret of the link that pays it without signing in. */
  readonly secret?: string;
};

/** The amount that the payment call carries: of one ticket where tickets are priced, otherwise of the booking. It follows from the booking. */
export function paymentAmountMinor({
  seating,
  amount,
  notickets,
  freeTickets = 0,
}: Pick<PayableBooking, 'seating' | 'amount' | 'notickets' | 'freeTickets'>): number {
  return SEATING_RULES[seating].pricedPer === 'ticket' ? amount / (notickets - freeTickets) : amount;
}

/** Stores what is about to be paid under the specification's keys, the amount in major units as screens show it. */
export function storeBooking(booking: Omit<PayableBooking, 'id' | 'secret'>): void {
  keepStoredForOtherTab();
  remember('name', booking.firstname);
  remember('email', booking.email);
  remember('phoneno', booking.phoneno);
  remember('notickets', String(booking.notickets));
  remember('amount', majorUnits(totalMinorOf(booking)));
  remember('currency', booking.currency);
  remember('seating', booking.seating);
}

/** Leaves the site for the payment page. */
export function leaveForPaymentPage(href: string): void {
  window.location.assign(href);
}
