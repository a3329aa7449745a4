import { isDeepStrictEqual } from 'node:util';
import type { BookingId } from '@concert/contracts/core/ids';
import type { DisputeMovement, ProviderDispute } from '../provider/payment-provider.ts';

/** `open` until the bank has decided; `won`: we keep the money; `lost`: the buyer keeps it. The bank may decide anew. */
export const DISPUTE_STATES = ['open', 'won', 'lost'] as const;

/** A payment whose buyer asked the bank to take it back. */
export interface Dispute extends Omit<ProviderDispute, 'disputeId' | 'movements'> {
  readonly id: string;
  readonly bookingId: BookingId;
  readonly checkoutSessionId: string;
  /** Since when it is, or last was, open. */
  readonly openedAt: Date;
  /** The movements of money that the ledger has. */
  readonly movements: readonly string[];
  readonly version: number;
}

/** What a bank has taken of a payment, in minor units: for good, or until it decides. We must not refund that part. */
export function takenByBank(paymentIntentId: string | undefined, disputes: readonly Dispute[]): number {
  return disputes.reduce((sum, dispute) => (dispute.paymentIntentId === paymentIntentId ? sum + dispute.takenMinor : sum), 0);
}

/** The part that the bank gave back to the card's owner for good, in minor units. */
export function lostToBank(paymentIntentId: string | undefined, disputes: readonly Dispute[]): number {
  return takenByBank(
    paymentIntentId,
    disputes.filter(({ state }) => state === 'lost'),
  );
}

/** A dispute after what the provider reported of it, and what is news of that. */
export interface DisputeUpdate {
  readonly dispute: Dispute;
  /** Movements that the ledger does not have yet. */
  readonly moved: readonly DisputeMovement[];
  /** It was opened, or again, or the bank asks for another answer, until another day, or took more: organisers have to be told. */
  readonly isAsked: boolean;
  /** The bank has decided, or otherwise than before. */
  readonly isDecided: boolean;
}

/** The next version, which orders news: a time at least, so that it also grows where an older copy of the database came back. */
const versionAfter = (version: number, now: Date): number => Math.max(version + 1, now.getTime());

/** A dispute that was not known before. */
export function newDispute(
  { disputeId, movements, ...seen }: ProviderDispute,
  of: Pick<Dispute, 'bookingId' | 'checkoutSessionId'>,
  now: Date,
): DisputeUpdate {
  const isDecided = seen.state !== 'open';
  // Opened and decided are news one by one.
  const version = versionAfter(0, now) + (isDecided ? 1 : 0);
  const dispute = { ...seen, ...of, id: disputeId, movements: movements.map(({ id }) => id), version };
  return { dispute, moved: movements, isAsked: true, isDecided };
}

/** A dispute as the provider says now: a bank may reopen it or decide anew. @returns undefined when nothing changed */
export function disputeAsProviderSays(before: Dispute, seen: ProviderDispute, now: Date): DisputeUpdate | undefined {
  const { amount, state, takenMinor, reason, answerBy } = seen;
  const isOpenAgain = state === 'open' && before.state !== 'open';
  const moved = seen.movements.filter(({ id }) => !before.movements.includes(id));
  const movements = [...before.movements, ...moved.map(({ id }) => id)];
  const openedAt = isOpenAgain ? now : before.openedAt;
  const dispute = { ...before, amount, state, takenMinor, reason, answerBy, openedAt, movements };
  if (isDeepStrictEqual(dispute, before)) return undefined;
  const isAskedAnew = reason !== before.reason || answerBy?.getTime() !== before.answerBy?.getTime() || takenMinor > before.takenMinor;
  return {
    dispute: { ...dispute, version: versionAfter(before.version, now) },
    moved,
    isAsked: state === 'open' && (isOpenAgain || isAskedAnew),
    isDecided: state !== 'open' && state !== before.state,
  };
}
