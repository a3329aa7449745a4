import type { BookingId } from '@concert/contracts/core/ids';
import type { ProviderDispute } from '../provider/payment-provider.ts';

/** `open` until the bank has decided; `won`: we keep the money; `lost`: the buyer keeps it. */
export const DISPUTE_STATES = ['open', 'won', 'lost'] as const;

/** A payment whose buyer asked the bank to take it back. */
export interface Dispute extends Omit<ProviderDispute, 'disputeId'> {
  readonly id: string;
  readonly bookingId: BookingId;
  readonly checkoutSessionId: string;
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
  const same = dispute.state === seen.state && dispute.moneyTaken === seen.moneyTaken && !isAskedAnew(dispute, seen);
  if (same || dispute.state !== 'open') return dispute;
  const { state, moneyTaken, reason, answerBy } = seen;
  return { ...dispute, state, moneyTaken, reason, answerBy, version: dispute.version + 1 };
}

/** Whether the bank asks for another answer, or until another day: an inquiry became a dispute. */
export function isAskedAnew(dispute: Pick<Dispute, 'reason' | 'answerBy'>, seen: Pick<Dispute, 'reason' | 'answerBy'>): boolean {
  return dispute.reason !== seen.reason || dispute.answerBy?.getTime() !== seen.answerBy?.getTime();
}
