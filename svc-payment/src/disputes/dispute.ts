import type { BookingId } from '@concert/contracts/core/ids';
import type { ProviderDispute, ProviderMoney } from '../provider/payment-provider.ts';

/** `open` until the bank has decided; `won`: we keep the money; `lost`: the buyer keeps it. */
export const DISPUTE_STATES = ['open', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** A payment whose buyer asked the bank to take it back. */
export interface Dispute {
  readonly id: string;
  readonly bookingId: BookingId;
  readonly checkoutSessionId: string;
  readonly paymentIntentId: string;
  readonly amount: ProviderMoney;
  readonly state: DisputeState;
  /** Whether the bank holds the money. */
  readonly moneyTaken: boolean;
  readonly openedAt: Date;
  readonly version: number;
}

/** What a bank has taken of a payment, in minor units: for good, or until it decides. We must not refund that part. */
export function takenByBank(paymentIntentId: string | undefined, disputes: readonly Dispute[]): number {
  return sumOf(disputes.filter((dispute) => dispute.paymentIntentId === paymentIntentId && dispute.moneyTaken));
}

/** The part that the bank gave back to the card's owner for good, in minor units. */
export function lostToBank(paymentIntentId: string | undefined, disputes: readonly Dispute[]): number {
  return sumOf(disputes.filter((dispute) => dispute.paymentIntentId === paymentIntentId && dispute.moneyTaken && dispute.state === 'lost'));
}

function sumOf(disputes: readonly Dispute[]): number {
  return disputes.reduce((sum, { amount }) => sum + amount.amountMinor, 0);
}

/** The dispute after what the provider reported. The same object when nothing changed: a decision of the bank stands. */
export function disputeAsProviderSays(dispute: Dispute, seen: ProviderDispute): Dispute {
  const same = dispute.state === seen.state && dispute.moneyTaken === seen.moneyTaken;
  if (same || dispute.state !== 'open') return dispute;
  return { ...dispute, state: seen.state, moneyTaken: seen.moneyTaken, version: dispute.version + 1 };
}
