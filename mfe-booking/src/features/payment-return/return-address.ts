import { isEmail } from '@concert/contracts/core/email';
import type { PAYMENT_ACTIONS } from '@concert/contracts/payment/http';
import type { StoredBooking } from '../payment-page/stored-booking.ts';

export type PaymentAction = (typeof PAYMENT_ACTIONS)[number];

/**
 * Body of the outcome call, or null when a part of it is missing ('Invalid request'). The address says which booking it is about.
 * @param stored what this browser stored of that booking, or else last
 */
export function outcomeRequest(stored: StoredBooking, query: URLSearchParams, action: PaymentAction) {
  const reference = query.get('ref') ?? '';
  const reference2 = query.get('ref2') ?? '';
  if (!reference || !reference2 || !stored.bookingId || !isEmail(stored.email)) return null;
  return { email: stored.email, reference, reference2, ticketid: reference, action };
}
