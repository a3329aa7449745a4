import { moneyOfTickets } from '@concert/contracts/booking/choices';
import { lostToBank, takenByBank, type Dispute } from '../../disputes/dispute.ts';
import type { PaymentSession } from '../../sessions/payment-session.ts';
import {
  disputedAgain,
  DISPUTED,
  endedTickets,
  isGiven,
  isLostToBank,
  isOpenFailure,
  LOST_TO_BANK,
  refundedMinor,
  refundRefused,
  type Refund,
} from './refund.ts';

/** The attempts to refund one session's payment. */
export function refundsOfSession(session: PaymentSession, refunds: readonly Refund[]): Refund[] {
  return refunds.filter(({ checkoutSessionId }) => checkoutSessionId === session.page?.checkoutSessionId);
}

/** What can still be refunded of a session's money, in minor units: without what was refunded or given, and without what a bank took. */
export function refundableMinor(session: PaymentSession, refundsOfBooking: readonly Refund[], disputes: readonly Dispute[]): number {
  const { amount, paymentIntentId } = session.received ?? {};
  return Math.max(
    0,
    (amount?.amountMinor ?? 0) - refundedMinor(refundsOfSession(session, refundsOfBooking)) - takenByBank(paymentIntentId, disputes),
  );
}

/** The refusal code for a session's refund if a bank has taken any of its money. */
export function bankRefusal(session: PaymentSession, disputes: readonly Dispute[]): typeof DISPUTED | typeof LOST_TO_BANK | undefined {
  const taken = takenByBank(session.received?.paymentIntentId, disputes);
  if (taken === 0) return undefined;
  return lostToBank(session.received?.paymentIntentId, disputes) === taken ? LOST_TO_BANK : DISPUTED;
}

/**
 * An attempt that was not sent yet, or failed, after a bank decided about its money: it is over while the bank has given that to the buyer, and
 * waits for somebody when the bank thinks again. The same object where nothing changes.
 */
export function asBankDecided(
  refund: Refund,
  session: PaymentSession,
  refundsOfBooking: readonly Refund[],
  disputes: readonly Dispute[],
): Refund {
  if (bankRefusal(session, disputes) !== LOST_TO_BANK) return isLostToBank(refund) ? disputedAgain(refund) : refund;
  const waits = (refund.status === 'failed' || refund.status === 'planned') && !refund.superseded && !refund.settledOtherwise;
  const others = refundsOfBooking.filter(({ id }) => id !== refund.id);
  // A part that the bank did not take can still be refunded.
  return waits && refundableMinor(session, others, disputes) <= 0 ? refundRefused(refund, LOST_TO_BANK) : refund;
}

/** The latest gift out of a session's money that is still there, so that it can be sent back; undefined while a bank decides about the money. */
export function giftLeft(session: PaymentSession, refundsOfBooking: readonly Refund[], disputes: readonly Dispute[]): Refund | undefined {
  if (bankRefusal(session, disputes) === DISPUTED) return undefined;
  return refundsOfSession(session, refundsOfBooking).findLast((gift) => {
    const others = refundsOfBooking.filter(({ id }) => id !== gift.id);
    return isGiven(gift) && refundableMinor(session, others, disputes) >= gift.amount.amountMinor;
  });
}

/** A booking's next attempt at the money of one of its payments: how much of what, under which number. @throws where no money was received */
export function nextAttempt(
  { bookingId, page, received }: PaymentSession,
  earlier: readonly Refund[],
  amountMinor: number,
): Pick<Refund, 'bookingId' | 'checkoutSessionId' | 'paymentIntentId' | 'amount' | 'attempt'> {
  if (!page || !received) throw new Error('only received money can be returned or given');
  const attempt = earlier.reduce((most, refund) => Math.max(most, refund.attempt), 0) + 1;
  const { paymentIntentId, amount } = received;
  return { bookingId, checkoutSessionId: page.checkoutSessionId, paymentIntentId, amount: { ...amount, amountMinor }, attempt };
}

/** A part of a booking to be returned: numbers of its tickets, and money in minor units. */
export interface PartOrder {
  readonly tickets: readonly number[];
  readonly amountMinor: number;
}

/** Tickets that a holder gives back, or whose money is given away, and all that were valid before, by number. */
export interface TicketOrder {
  readonly tickets: readonly number[];
  readonly valid: readonly number[];
}

/**
 * The tickets of an order that have not ended since, and their share of what can still be refunded, rounded down; all of it with all of them.
 * Money of parts that failed is owed to the buyer and belongs to no ticket.
 * @param refunds the attempts to refund this payment
 * @param leftMinor what can still be refunded of it
 * @returns undefined where nothing is left
 */
export function shareOfTickets(
  { tickets, valid }: TicketOrder,
  refunds: readonly Refund[],
  leftMinor: number,
): (PartOrder & { readonly all: boolean }) | undefined {
  const ended = endedTickets(refunds);
  const left = valid.filter((number) => !ended.has(number));
  const given = left.filter((number) => tickets.includes(number));
  const owed = refunds.reduce((sum, refund) => (refund.part && isOpenFailure(refund) ? sum + refund.amount.amountMinor : sum), 0);
  const amountMinor = given.length === 0 ? 0 : moneyOfTickets(leftMinor - owed, left.length, given.length);
  return amountMinor > 0 ? { tickets: given, all: given.length === left.length, amountMinor } : undefined;
}

/** A failed attempt at exactly this part: its tickets have ended and its money has not gone back. */
export function failedBefore(refunds: readonly Refund[], { tickets, amountMinor }: PartOrder): Refund | undefined {
  return refunds.find(
    (refund) =>
      isOpenFailure(refund) &&
      refund.part !== null &&
      refund.amount.amountMinor === amountMinor &&
      refund.part.tickets.length === tickets.length &&
      refund.part.tickets.every((number) => tickets.includes(number)),
  );
}
