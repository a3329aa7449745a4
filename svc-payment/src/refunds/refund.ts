import type { BookingId, RefundId } from '@concert/contracts/core/ids';
import type { ProviderMoney, ProviderRefund } from '../provider/payment-provider.ts';

/** Why money goes back by itself. */
export type RefundCause = 'seats are gone' | 'paid twice' | 'other currency' | 'second purchase';

/** `requested`: to be sent, or sent with an unknown outcome. `pending`: the provider has it. */
export type RefundStatus = 'requested' | 'pending' | 'succeeded' | 'failed';

/** One sending back of the money of one payment session. */
export interface Refund {
  readonly id: RefundId;
  readonly bookingId: BookingId;
  readonly checkoutSessionId: string;
  readonly paymentIntentId: string;
  readonly amount: ProviderMoney;
  readonly cause: RefundCause;
  /** False where the booking keeps its seats, as when it was paid twice. */
  readonly endsBooking: boolean;
  readonly status: RefundStatus;
  readonly providerRefundId: string | null;
  readonly tries: number;
  readonly nextTryAt: Date;
  readonly requestedAt: Date;
  readonly version: number;
}

const LONGEST_WAIT_MS = 5 * 60_000;

/** Key under which the provider knows the request: equal requests make one refund. */
export function refundKey(refund: Refund): string {
  return `refund:${refund.bookingId}:${refund.id}:${refund.amount.amountMinor}`;
}

/** The refund after an attempt whose outcome is not known; the next one waits longer. */
export function tryLater(refund: Refund, now: Date): Refund {
  const wait = Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** refund.tries);
  return { ...refund, tries: refund.tries + 1, nextTryAt: new Date(now.getTime() + wait), version: refund.version + 1 };
}

/** The refund by the provider's word. The same object when nothing is new. */
export function refundAsProviderSays(refund: Refund, seen: ProviderRefund): Refund {
  const settledBefore = refund.status === 'failed' || (refund.status === 'succeeded' && seen.state !== 'failed');
  if (settledBefore || refund.status === seen.state) return refund;
  return { ...refund, status: seen.state, providerRefundId: seen.providerRefundId, version: refund.version + 1 };
}

/** The provider said no: nothing went back. */
export function refundRefused(refund: Refund): Refund {
  return { ...refund, status: 'failed', version: refund.version + 1 };
}
