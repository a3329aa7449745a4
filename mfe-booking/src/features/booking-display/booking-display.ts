import type { BookingView } from '@concert/contracts/booking/http';
import type { BookingStatus } from '@concert/contracts/booking/states';
import { formatMoney } from '@concert/contracts/core/money';
import { texts } from '../../texts.ts';

type Paid = Pick<BookingView, 'amount' | 'giftMinor'>;

/** What the buyer pays for the whole booking and as a gift beside it, in minor units. */
export function totalMinorOf({ amount, giftMinor = 0 }: Paid): number {
  return amount + giftMinor;
}

/** '$50.00': the same in words. */
export function amountOf(booking: Paid): string {
  return formatMoney(totalMinorOf(booking));
}

/** Where the booking's tickets are shown; with its signed capability when there is one, so that the link can be passed on. */
export function detailsPath(booking: Pick<BookingView, 'id' | 'ref2'>): string {
  return linkOf('/get-details', booking);
}

/** Where the booking's receipt is shown, likewise. */
export function receiptPath(booking: Pick<BookingView, 'id' | 'ref2'>): string {
  return linkOf('/receipt', booking);
}

function linkOf(page: string, { id, ref2 }: Pick<BookingView, 'id' | 'ref2'>): string {
  return `${page}?${new URLSearchParams({ ref: id, ...(ref2 ? { ref2 } : {}) })}`;
}

/** The same without its capability, for what is kept or shared elsewhere: it opens for whoever may see the booking signed in. */
export function ownDetailsPath(id: string): string {
  return `/get-details?${new URLSearchParams({ ref: id })}`;
}

/** Where the refund of one's own booking is shown. */
export function refundPath(booking: Pick<BookingView, 'id'>): string {
  return `/refund?${new URLSearchParams({ ref: booking.id })}`;
}

/** '2 tickets in General Seating'. */
export function seatsOf(booking: Pick<BookingView, 'seating' | 'notickets'>): string {
  return texts.seats(booking.notickets, booking.seating);
}

/** States in which money is on its way back to the buyer, has arrived, or should have. */
const RETURNING: readonly BookingStatus[] = ['late_paid', 'refund_requested', 'refunded', 'refund_failed', 'charged_back'];

/** Whether a booking's money is being returned, or was. */
export function isReturning(status: BookingStatus): boolean {
  return RETURNING.includes(status);
}

/** What of a booking's money was given to the welfare work, in minor units. */
export function giftMinorOf({ returned = [] }: Pick<BookingView, 'returned'>): number {
  return returned.reduce((sum, { amount, state }) => (state === 'given' ? sum + amount : sum), 0);
}

/** Whether a booking ended with a gift of all its money, so that none went back. */
export function isAllGiven({ status, returned, ...paid }: Paid & Pick<BookingView, 'status' | 'returned'>): boolean {
  return status === 'refunded' && giftMinorOf({ returned }) >= totalMinorOf(paid);
}

/** What becomes of a reader's money when the concert is cancelled. */
export type OwedMoney = keyof typeof texts.details.cancelled.money;

/** What becomes of a booking's money when the concert is cancelled. */
export function moneyOwed(booking: Pick<BookingView, 'status' | 'dispute' | 'amount' | 'giftMinor' | 'returned'>): OwedMoney {
  const { status, dispute } = booking;
  if (isAllGiven(booking)) return 'given';
  switch (status) {
    case 'paid':
      return dispute === 'open' ? 'withBank' : dispute === 'lost' ? 'takenBack' : 'owed';
    case 'late_paid':
    case 'refund_requested':
      return 'returning';
    case 'refunded':
      return 'returned';
    case 'refund_failed':
      return 'failed';
    default:
      return 'never';
  }
}

/** Whether the hold of a booking is still running. */
export function isHeld<B extends Pick<BookingView, 'status' | 'holdEndsAt'>>(
  booking: B,
  now: number,
): booking is B & { holdEndsAt: string } {
  return booking.status === 'pending' && booking.holdEndsAt !== undefined && Date.parse(booking.holdEndsAt) > now;
}

/** Whether a booking is about to change without anybody here doing anything. */
export function isUnderWay(booking: Pick<BookingView, 'status' | 'holdEndsAt' | 'tickets' | 'returned'>, now: number): boolean {
  switch (booking.status) {
    case 'refund_requested':
    case 'late_paid':
      return true;
    case 'pending':
      return booking.holdEndsAt !== undefined && Date.parse(booking.holdEndsAt) <= now;
    case 'paid':
      return !booking.tickets?.length || (booking.returned ?? []).some(({ state }) => state === 'started');
    default:
      return false;
  }
}
