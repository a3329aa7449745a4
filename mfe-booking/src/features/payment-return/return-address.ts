import { isEmail } from '@concert/contracts/core/fields';
import type { PAYMENT_ACTIONS } from '@concert/contracts/payment/http';
import { forget, recall } from '@concert/web-kit/storage.ts';

export type PaymentAction = (typeof PAYMENT_ACTIONS)[number];

/** What this browser stored when the buyer left for the payment page. */
export interface StoredBooking {
  readonly name: string;
  readonly email: string;
  readonly bookingId: string;
  readonly amount: string;
  readonly currency: string;
  readonly seating: string;
  readonly tickets: string;
}

/** Reads the stored values; null when amount, currency, seating or number of tickets is missing and the page has expired. */
export function readStored(): StoredBooking | null {
  const [amount, currency, seating, tickets] = [recall('amount'), recall('currency'), recall('seating'), recall('notickets')];
  if (!amount || !currency || !seating || !tickets) return null;
  return {
    amount,
    currency,
    seating,
    tickets,
    name: recall('name') ?? '',
    email: recall('email') ?? '',
    bookingId: recall('userbookingid') ?? '',
  };
}

/** Deletes what must not be shown a second time. Name, email and booking id stay. */
export function clearStored(): void {
  forget('amount', 'currency', 'seating', 'notickets');
}

/** Body of the outcome call, or null when a part of it is missing ('Invalid request'). */
export function outcomeRequest(stored: StoredBooking, query: URLSearchParams, action: PaymentAction) {
  const reference = query.get('ref') ?? '';
  const reference2 = query.get('ref2') ?? '';
  if (!reference || !reference2 || !stored.bookingId || !isEmail(stored.email)) return null;
  return { email: stored.email, reference, reference2, ticketid: stored.bookingId, action };
}
