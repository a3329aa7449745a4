import type { BookingId, RefundId, RunId, UserId } from '@concert/contracts/core/ids';
import type { CancellationRowState } from '@concert/contracts/payment/cancellation';
import type { RefundCause } from '@concert/contracts/payment/refund-causes';
import type { RefundState } from '@concert/contracts/payment/refunds';
import { backoff } from '@concert/service-kit/process/backoff';
import type { ProviderMoney, ProviderRefund } from '../../provider/payment-provider.ts';

/** Causes of automatic refunds: the buyer is told at once, in one mail. */
const AUTOMATIC: readonly RefundCause[] = [
  'seats are gone',
  'paid twice',
  'other currency',
  'second purchase',
  'tickets given back',
  'nothing chosen',
  'tickets taken',
];

/** What a partial return takes from a booking. */
export interface RefundPart {
  /** The first attempt at it; an attempt that replaces a failed one keeps it. */
  readonly returnId: RefundId;
  /** Numbers of the tickets that end with it; none where only money goes back. */
  readonly tickets: readonly number[];
}

/**
 * One attempt to refund the money of one payment session. Attempts are numbered per booking. A gift is one of them that is complete when it is
 * stored: its money stays with us and is no longer its holder's.
 */
export interface Refund {
  readonly id: RefundId;
  readonly bookingId: BookingId;
  readonly checkoutSessionId: string;
  readonly paymentIntentId: string;
  readonly amount: ProviderMoney;
  readonly cause: RefundCause;
  /** False when the booking keeps its seats, for example after a double payment or a partial refund. */
  readonly endsBooking: boolean;
  /** Set for a partial return, which leaves the rest of the booking standing, and for a gift. */
  readonly part: RefundPart | null;
  readonly attempt: number;
  readonly status: RefundState;
  /** Why it is pending or has failed, as text for people. */
  readonly reason: string | null;
  /** The provider would refuse again: a person has to find another way. */
  readonly refused: boolean;
  readonly providerRefundId: string | null;
  /** Last digits of the card, once the provider has reported them. */
  readonly cardEnding: string | null;
  readonly tries: number;
  /** The number of the current order: one more than the orders given up because the provider repeats an error for their key. */
  readonly orderNumber: number;
  readonly nextTryAt: Date;
  readonly requestedAt: Date;
  readonly requestedBy: UserId | null;
  /** When the provider sent it. */
  readonly issuedAt: Date | null;
  /** The run it belongs to, for a cancelled concert. */
  readonly runId: RunId | null;
  /** The reader of a run's mail, by email key: all refunds of a run to the same reader share one mail. */
  readonly reader: string | null;
  /** When that mail was requested. */
  readonly noticeAskedAt: Date | null;
  /** When that mail was given up: the money no longer waits for it. */
  readonly noticeGivenUpAt: Date | null;
  /** When the mail provider accepted the cancellation mail; the money is sent after that. */
  readonly toldAt: Date | null;
  /** When the mail that the money was sent back was requested. */
  readonly issueToldAt: Date | null;
  /** It failed, but the buyer has the money: an organiser says so, or a bank returned it. */
  readonly settledOtherwise: boolean;
  /** A later attempt has replaced it; of a gift, it was sent back. */
  readonly superseded: boolean;
  readonly version: number;
}

const RETRIES = { firstMs: 1_000, maxMs: 5 * 60_000 };
/** Longer than the timeout of a call, so nobody sends a refund while another process still waits for its answer. */
const IN_FLIGHT_MS = 8_000;
/** Banks take five to ten working days. */
const ON_THE_CARD_MS = 14 * 24 * 60 * 60_000;

/** The content of a new attempt. */
export interface RefundOrderDetails extends Pick<
  Refund,
  'id' | 'bookingId' | 'checkoutSessionId' | 'paymentIntentId' | 'amount' | 'cause' | 'endsBooking' | 'attempt'
> {
  readonly part?: RefundPart | undefined;
  readonly requestedBy?: UserId | undefined;
  readonly runId?: RunId | undefined;
  readonly reader?: string | undefined;
}

/** A new attempt. An attempt of a run waits until its buyer has been told. */
export function newRefund(order: RefundOrderDetails, now: Date): Refund {
  const { part = null, requestedBy = null, runId = null, reader = null, ...rest } = order;
  return {
    ...rest,
    part,
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
    // The mail about an automatic refund says everything; no second mail follows.
    issueToldAt: AUTOMATIC.includes(order.cause) ? now : null,
    settledOtherwise: false,
    superseded: false,
    version: 1,
  };
}

/** Whether it was started without an organiser. */
export function isAutomatic(refund: Pick<Refund, 'cause'>): boolean {
  return AUTOMATIC.includes(refund.cause);
}

/** Whether its money was given to the welfare work, so that none goes back. */
export function isGift(refund: Pick<Refund, 'cause'>): boolean {
  return refund.cause === 'gift';
}

/** A gift, complete as it is: nothing is sent, and its receipt is the only mail about it. */
export function newGift(order: Omit<RefundOrderDetails, 'cause'> & { readonly part: RefundPart }, now: Date): Refund {
  return { ...newRefund({ ...order, cause: 'gift' }, now), status: 'succeeded', issuedAt: now, issueToldAt: now };
}

/** The provider's idempotency key, from booking, attempt, amount and order: equal requests make one refund. */
export function refundKey(refund: Refund): string {
  return `refund:${refund.bookingId}:${refund.attempt}:${refund.amount.amountMinor}:${refund.orderNumber}`;
}

/**
 * Whether it is being sent or has arrived, so that no other refund may be sent of what is left of the same money. A partial return is sent
 * beside others: its money is no longer among what is left.
 */
export function isLive(refund: Refund): boolean {
  return refund.status !== 'failed' && refund.cause !== 'dashboard' && refund.part === null;
}

/** Whether it failed and nothing has taken its place. */
export function isOpenFailure({ status, superseded, settledOtherwise }: Refund): boolean {
  return status === 'failed' && !superseded && !settledOtherwise;
}

/** Numbers of the tickets that ended with partial returns and gifts. They do not come back when the money fails. */
export function endedTickets(refunds: readonly Refund[]): ReadonlySet<number> {
  return new Set(refunds.flatMap(({ part }) => part?.tickets ?? []));
}

/** Whether a gift is still one: it was not sent back. */
export function isGiven(refund: Refund): boolean {
  return isGift(refund) && !refund.superseded;
}

/** What these attempts took or will take of a payment, in minor units: what went back, also in another way, and what was given. */
export function refundedMinor(refunds: readonly Refund[]): number {
  const takes = (refund: Refund) => (isGift(refund) ? isGiven(refund) : refund.status !== 'failed' || refund.settledOtherwise);
  return refunds.reduce((sum, refund) => (takes(refund) ? sum + refund.amount.amountMinor : sum), 0);
}

/** The date by which the money should be on the card. */
export function expectedBy(refund: Refund): Date {
  return new Date((refund.issuedAt ?? refund.requestedAt).getTime() + ON_THE_CARD_MS);
}

/** The refund claimed by the process that sends it now. */
export function claimedRefund(refund: Refund, now: Date): Refund {
  return { ...refund, tries: refund.tries + 1, nextTryAt: new Date(now.getTime() + IN_FLIGHT_MS), version: refund.version + 1 };
}

/** The refund after a try with an unknown outcome. The delay before the next try grows. */
export function withLaterTry(refund: Refund, now: Date): Refund {
  return { ...refund, nextTryAt: new Date(now.getTime() + backoff(refund.tries - 1, RETRIES)), version: refund.version + 1 };
}

/** The refund after the provider kept answering its order with an error: the next order gets a new key. */
export function withNewOrder(refund: Refund, now: Date): Refund {
  return { ...withLaterTry(refund, now), orderNumber: refund.orderNumber + 1 };
}

/** A planned refund whose buyer was told, or whose mail was waited for long enough: it may be sent now. */
export function releasedRefund(refund: Refund, now: Date): Refund {
  return { ...refund, status: 'requested', nextTryAt: now, version: refund.version + 1 };
}

/** The refund after what the provider reported. The same object when nothing changed. */
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

/** The provider's code for refusing a disputed payment. We use it ourselves when we know of the dispute first. */
export const DISPUTED = 'charge_disputed';
/** Our own code: a bank has returned the money to its buyer for good. */
export const LOST_TO_BANK = 'lost_to_bank';

/** The provider or we refused it: nothing was returned, and another request would be refused too. */
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

/** Whether it is over because a bank gave its money back to the buyer. */
export function isLostToBank({ status, settledOtherwise, reason }: Refund): boolean {
  return status === 'failed' && settledOtherwise && reason === REFUSALS[LOST_TO_BANK];
}

/** An attempt that was over because a bank gave its money to the buyer, after the bank thought again: it can be made anew once that decides. */
export function disputedAgain(refund: Refund): Refund {
  return { ...refund, reason: REFUSALS[DISPUTED] ?? null, settledOtherwise: false, version: refund.version + 1 };
}

/** An older attempt after a new one has replaced it. */
export function supersededRefund(refund: Refund): Refund {
  return { ...refund, superseded: true, version: refund.version + 1 };
}

/** Its state as a row of its run. */
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
  charge_expired_for_refund: 'The payment is too old to be refunded to its card',
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
  merchant_request: 'It was cancelled at the payment provider',
};

function inWords({ state, reason }: ProviderRefund): string | null {
  if (state === 'pending') return WAITS[reason ?? ''] ?? 'The payment provider is working on it';
  if (state === 'failed') return FAILURES[reason ?? ''] ?? 'The bank could not take the money back';
  return null;
}
