import type { BookingView } from '@concert/contracts/booking/http';
import { StatusBadge, type StatusTone } from '@concert/design-system/status-badge.tsx';
import type { ReactNode } from 'react';
import { texts } from '../../texts.ts';
import { isReturning } from '../booking-display/booking-display.ts';
import type { StoredBooking } from '../payment-page/stored-booking.ts';
import type { OutcomeState } from './use-payment-outcome.ts';

const words = texts.returned;

/** What became of the payment, as the page's heading. */
export function headingOf(state: OutcomeState, booking: BookingView | null | undefined): string {
  if (state.at === 'known' && booking && isReturning(booking.status)) return texts.status[booking.status];
  switch (state.at) {
    case 'expired':
      return words.expired;
    case 'invalid':
      return words.invalid;
    case 'unpaid':
      return words.unpaidHeading;
    case 'known':
      return state.outcome === 'confirmed' ? words.successHeading : words.failedHeading;
    default:
      return words.checkingHeading;
  }
}

/** What it means for the person who paid. */
export function ledeOf(state: OutcomeState, booking: BookingView | null | undefined, stored: StoredBooking | null): ReactNode {
  if (state.at !== 'known') return undefined;
  if (state.outcome === 'not_taken') return words.notTaken;
  if (booking && isReturning(booking.status)) return booking.status === 'late_paid' ? words.tooLate : undefined;
  const email = booking?.email ?? stored?.email;
  return (
    <>
      {words.thanks}. {email && words.onTheirWay(email)}
    </>
  );
}

/** The state in a word, above the heading. */
export function StateBadge({ state, booking }: { state: OutcomeState; booking: BookingView | null | undefined }) {
  if (state.at === 'expired' || state.at === 'invalid') return null;
  if (state.at === 'unpaid') {
    return (
      <StatusBadge large tone="waiting">
        {words.unpaid}
      </StatusBadge>
    );
  }
  const known = state.at === 'known';
  const over = booking && isReturning(booking.status);
  const tone: StatusTone = !known ? 'waiting' : over ? 'returned' : state.outcome === 'confirmed' ? 'good' : 'plain';
  return (
    <StatusBadge large tone={tone}>
      {known ? words.completed : words.processing}
    </StatusBadge>
  );
}
