import type { BookingId, RefundId, RunId, UserId } from '@concert/contracts/core/ids';
import type { CancellationRowState } from '@concert/contracts/payment/cancellation';
import type { RefundCause, RefundState } from '@concert/contracts/payment/refunds';
import { backoff } from '@concert/service-kit/backoff';
import type { ProviderMoney, ProviderRefund } from '../provider/payment-provider.ts';

/** Why money goes back without an organiser: its buyer is told at once, by one mail. */
const AUTOMATIC: readonly RefundCause[] = ['seats are gone', 'paid twice', 'other currency', 'second purchase'];

/** One attempt to send money of one payment session back. Attempts are counted for each booking. */
export interface Refund {
  readonly id: RefundId;
  readonly bookingId: BookingId;
  readonly checkoutSessionId: string;
  readonly paymentIntentId: string;
  readonly amount: ProviderMoney;
  readonly cause: RefundCause;
  /** False where the booking keeps its seats, as when it was paid twice or a part went back. */
  readonly endsBooking: boolean;
  readonly attempt: number;
  readonly status: RefundState;
  /** Why it is pending or has failed, in words for a person. */
  readonly reason: string | null;
  /** The provider would say no again: a person has to find another way. */
  readonly refused: boolean;
  readonly providerRefundId: string | null;
  /** Last digits of the card, once the provider said them. */
  readonly cardEnding: string | null;
  readonly tries: number;
  /** How many orders were given up because the provider keeps an answer that says nothing, and one: the order sent now. */
  readonly orderNumber: number;
  readonly nextTryAt: Date;
  readonly requestedAt: Date;
  readonly requestedBy: UserId | null;
  /** When the provider had sent it. */
  readonly issuedAt: Date | null;
  /** Of a cancelled concert's run. */
  readonly runId: RunId | null;
  /** Whom a run tells, by the key of the address: the same for all its refunds to one, so that one mail speaks of them all. */
  readonly reader: string | null;
  /** When that mail was asked for. */
  readonly noticeAskedAt: Date | null;
  /** When it was given up: the money waits for it no longer. */
  readonly noticeGivenUpAt: Date | null;
  /** When the mail provider took the cancellation mail; the money follows it. */
  readonly toldAt: Date | null;
  /** When the mail that the money has gone back was asked for. */
  readonly issueToldAt: Date | null;
  /** It failed, and the buyer has the money all the same: an organiser says so, or a bank gave it back. */
  readonly settledOtherwise: boolean;
  /** A later attempt has taken its place. */
  readonly superseded: boolean;
  readonly version: number;
}

const RETRIES = { firstMs: 1_000, maxMs: 5 * 60_000 };
/** A call is cut before that, so nobody sends beside somebody who is still waiting for an answer. */
const IN_FLIGHT_MS = 8_000;
/** Banks take five to ten working days. */
const ON_THE_CARD_MS = 14 * 24 * 60 * 60_000;

/** What a new attempt is made of. */
export interface RefundOrderDetails {
  readonly id: RefundId;
  readonly bookingId: BookingId;
  readonly checkoutSessionId: string;
  readonly paymentIntentId: string;
  readonly amount: ProviderMoney;
  readonly cause: RefundCause;
  readonly endsBooking: boolean;
  readonly attempt: number;
  readonly requestedBy?: UserId | undefined;
  readonly runId?: RunId | undefined;
  readonly reader?: string | undefined;
}

/** A new attempt. One of a run waits until its buyer has been told. */
export function newRefund(order: RefundOrderDetails, now: Date): Refund {
  const { requestedBy = null, runId = null, reader = null, ...rest } = order;
  return {
    ...rest,
    requestedBy,
    runId,
    reader,
    noticeAskedAt: null,
    noticeGivenUpAt: null,
    status: runId === null ? 'requested' : 'planned',
    reason: null,
    refused: false,
    providerRefundId: null,
    cardEnding: null,
    tries: 0,
    orderNumber: 1,
    nextTryAt: now,
    requestedAt: now,
    issuedAt: null,
    toldAt: null,
    // The mail about money that came too late says all there is to say.
    issueToldAt: AUTOMATIC.includes(order.cause) ? now : null,
    settledOtherwise: false,
    superseded: false,
    version: 1,
  };
}

/** Whether it began by itself. */
export function isAutomatic(refund: Pick<Refund, 'cause'>): boolean {
  return AUTOMATIC.includes(refund.cause);
}

/** Key under which the provider knows the request, of booking, attempt, amount and order: equal requests make one refund. */
export function refundKey(refund: Refund): string {
  return `refund:${refund.bookingId}:${refund.attempt}:${refund.amount.amountMinor}:${refund.orderNumber}`;
}

/** Whether it is on its way or has arrived, so that no other may be sent for the same money. */
export function isLive(refund: Refund): boolean {
  return refund.status !== 'failed' && refund.cause !== 'dashboard';
}

/** What these attempts took or will take from a payment, in minor units. What the buyer got in another way must not be sent again. */
export function goneBack(refunds: readonly Refund[]): number {
  return refunds.reduce(
    (sum, { status, settledOtherwise, amount }) => (status === 'failed' && !settledOtherwise ? sum : sum + amount.amountMinor),
    0,
  );
}

/** By when the money should be seen on the card. */
export function expectedBy(refund: Refund): Date {
  return new Date((refund.issuedAt ?? refund.requestedAt).getTime() + ON_THE_CARD_MS);
}

/** The refund in the hands of the process that sends it now. */
export function claimed(refund: Refund, now: Date): Refund {
  return { ...refund, tries: refund.tries + 1, nextTryAt: new Date(now.getTime() + IN_FLIGHT_MS), version: refund.version + 1 };
}

/** The refund after a try whose outcome is not known; each next look comes later. */
export function tryLater(refund: Refund, now: Date): Refund {
  return { ...refund, nextTryAt: new Date(now.getTime() + backoff(refund.tries - 1, RETRIES)), version: refund.version + 1 };
}

/** The refund once the provider keeps saying nothing about its order: the next one goes out under a key of its own. */
export function orderAgain(refund: Refund, now: Date): Refund {
  return { ...tryLater(refund, now), orderNumber: refund.orderNumber + 1 };
}

/** A planned refund whose buyer has been told, or has been waited for long enough: it is sent from now on. */
export function released(refund: Refund, now: Date): Refund {
  return { ...refund, status: 'requested', nextTryAt: now, version: refund.version + 1 };
}

/** The refund by the provider's word. The same object when nothing is new. */
export function refundAsProviderSays(refund: Refund, seen: ProviderRefund, now: Date): Refund {
  const settledBefore = refund.status === 'failed' || (refund.status === 'succeeded' && seen.state !== 'failed');
  if (settledBefore) return refund;
  const reason = inWords(seen);
  if (refund.status === seen.state && refund.reason === reason) return refund;
  return {
    ...refund,
    status: seen.state,
    reason,
    providerRefundId: seen.providerRefundId,
    cardEnding: seen.cardEnding ?? refund.cardEnding,
    issuedAt: seen.state === 'succeeded' ? now : refund.issuedAt,
    version: refund.version + 1,
  };
}

/** As the provider refuses what is disputed. Said by us where we know it before we ask. */
export const DISPUTED = 'charge_disputed';
/** Ours: a bank has given the money back to its buyer for good. */
export const LOST_TO_BANK = 'lost_to_bank';

/** It was refused, by the provider or by us: nothing went back, and asking again brings the same answer. */
export function refundRefused(refund: Refund, code: string): Refund {
  const settledOtherwise = refund.settledOtherwise || code === LOST_TO_BANK;
  return {
    ...refund,
    status: 'failed',
    refused: true,
    reason: REFUSALS[code] ?? `The payment provider refused it (${code})`,
    settledOtherwise,
    version: refund.version + 1,
  };
}

/** An older attempt once a new one stands in its place. */
export function superseded(refund: Refund): Refund {
  return { ...refund, superseded: true, version: refund.version + 1 };
}

/** Where it stands in a run. */
export function rowStateOf(refund: Refund): CancellationRowState {
  switch (refund.status) {
    case 'planned':
      return refund.toldAt ? 'notified' : 'waiting';
    case 'requested':
      return 'notified';
    case 'pending':
      return 'refund sent';
    case 'succeeded':
      return 'settled';
    case 'failed':
      if (refund.settledOtherwise) return 'settled';
      return refund.refused ? 'needs a choice' : 'failed';
  }
}

const REFUSALS: Readonly<Record<string, string>> = {
  [DISPUTED]: 'The card holder disputes the payment with the bank, which decides about the money',
  [LOST_TO_BANK]: 'The bank has given the money back to the card holder',
  charge_already_refunded: 'It has been refunded at the payment provider already',
  balance_insufficient: 'The balance at the payment provider is too low',
  insufficient_funds: 'The balance at the payment provider is too low',
  charge_expired_for_refund: 'The payment is too old to be sent back to its card',
};

const WAITS: Readonly<Record<string, string>> = {
  insufficient_funds: 'The balance at the payment provider is too low; it is sent as soon as there is enough',
  charge_pending: 'The payment itself is still being settled',
  processing: 'The bank is working on it',
};

const FAILURES: Readonly<Record<string, string>> = {
  lost_or_stolen_card: 'The card was reported lost or stolen',
  expired_or_canceled_card: 'The card has expired or was cancelled',
  charge_for_pending_refund_disputed: 'The card holder disputes the payment with the bank, which decides about the money',
  insufficient_funds: 'The balance at the payment provider was too low',
  declined: 'The bank declined it',
  merchant_request: 'It was called back at the payment provider',
};

function inWords({ state, reason }: ProviderRefund): string | null {
  if (state === 'pending') return WAITS[reason ?? ''] ?? 'The payment provider is working on it';
  if (state === 'failed') return FAILURES[reason ?? ''] ?? 'The bank could not take the money back';
  return null;
}
