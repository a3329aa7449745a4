import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { Money } from '@concert/contracts/core/money';
import { token } from '@concert/service-kit/provide';

/** Money as the provider reports it; its currency need not be one we sell in. */
export interface ProviderMoney {
  readonly amountMinor: number;
  readonly currency: string;
}

/** Which of our payment sessions a page of the provider belongs to; absent on pages somebody else made. */
export interface SessionReference {
  readonly bookingId: BookingId;
  readonly userId: UserId;
  readonly attempt: number;
}

/** What a page sells, so that a booking lost on our side can be brought back. */
export interface SoldSeats {
  readonly seating: Seating;
  readonly tickets: number;
}

/** A hosted payment page as the provider describes it at this moment. */
export interface ProviderSession {
  readonly checkoutSessionId: string;
  readonly reference: SessionReference | undefined;
  readonly email: string;
  readonly href: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /**
   * `open` can still be paid, `processing` was completed but the money is not there yet, `paid` holds the money,
   * `failed` was completed and the money never came, `expired` can no longer be paid.
   */
  readonly state: 'open' | 'processing' | 'paid' | 'failed' | 'expired';
  /** What was asked for, or once paid, what was received. */
  readonly amount: ProviderMoney;
  readonly paymentIntentId: string | undefined;
  /** Absent on pages that somebody else made, or that are older than this note. */
  readonly seats?: SoldSeats | undefined;
}

/** What a page is asked to sell. Equal orders under one key make one page, however often they are sent. */
export interface SessionOrder {
  readonly key: string;
  readonly reference: SessionReference;
  readonly email: string;
  readonly item: string;
  readonly price: Money;
  readonly seats?: SoldSeats | undefined;
  readonly expiresAt: Date;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface ProviderRefund {
  readonly providerRefundId: string;
  /** Our refund's id, where we made it. */
  readonly refundId: string | undefined;
  readonly paymentIntentId: string;
  readonly state: 'pending' | 'succeeded' | 'failed';
  /** Why it is pending or has failed, as the provider codes it. */
  readonly reason: string | undefined;
  readonly amount: ProviderMoney;
  /** Last four digits of the card it goes to. */
  readonly cardEnding: string | undefined;
  readonly madeAt: Date;
}

export interface RefundOrder {
  readonly key: string;
  readonly refundId: string;
  readonly paymentIntentId: string;
  readonly amount: ProviderMoney;
}

/** A payment that was taken, as the provider counts it. */
export interface ProviderPayment {
  readonly paymentIntentId: string;
  /** The booking it was taken for; absent where somebody else was paid through the same account. */
  readonly bookingId: BookingId | undefined;
  readonly captured: ProviderMoney;
  /** What of it has gone back or is on its way back, in minor units. */
  readonly returnedMinor: number;
}

/** A buyer told the bank that a payment was not theirs, or not right; the bank decides who gets the money. */
export interface ProviderDispute {
  readonly disputeId: string;
  readonly paymentIntentId: string;
  readonly state: 'open' | 'won' | 'lost';
  /** Whether the bank has taken the money back: for good when lost, until it is decided when open. An inquiry takes none. */
  readonly moneyTaken: boolean;
  readonly amount: ProviderMoney;
  readonly openedAt: Date;
}

/** What a notice is a reason to look at: a page, a refund, all refunds of a payment, a dispute, or nothing of ours. */
export const NOTICE_SUBJECTS = ['session', 'refund', 'payment', 'dispute', 'other'] as const;
export type NoticeAbout = (typeof NOTICE_SUBJECTS)[number];

/** Something happened at the provider: a reason to read the object it names, never a statement about it. */
export interface ProviderNotice {
  readonly id: string;
  readonly type: string;
  readonly about: NoticeAbout;
  readonly objectId: string;
  /** When the object was made, as far as the notice says: where to look for it in a list. */
  readonly objectMadeAt: Date | undefined;
  readonly live: boolean;
}

/** The payment provider as the rest of the service sees it. */
export interface PaymentProvider {
  /**
   * Opens a page, or answers with the one an equal order opened before.
   * @throws ProviderUnavailableError when the outcome is not known: send the same order again later, or, where it keeps its answer, look for what was made and then send it under another key
   * @throws ProviderRefusedError when the provider says no, and will say so again
   */
  openSession(order: SessionOrder): Promise<ProviderSession>;
  /** Pages made since then for one of our payment sessions, newest first: what became of an order whose answer said nothing. */
  sessionsFor(reference: SessionReference, since: Date): Promise<readonly ProviderSession[]>;
  /** @returns undefined when there is no such page */
  readSession(checkoutSessionId: string): Promise<ProviderSession | undefined>;
  /** Reads many pages in few calls. Pages that do not exist are absent. */
  readSessions(
    pages: readonly { readonly checkoutSessionId: string; readonly madeAt: Date | undefined }[],
  ): Promise<ReadonlyMap<string, ProviderSession>>;
  /** The page a payment was made on. */
  sessionOfPayment(paymentIntentId: string): Promise<ProviderSession | undefined>;
  /** Makes an open page unpayable. Answers what is true afterwards, so a page that was paid meanwhile comes back `paid`. */
  expireSession(checkoutSessionId: string): Promise<ProviderSession | undefined>;
  /** Pages made since then, newest first. */
  sessionsSince(since: Date): AsyncIterable<ProviderSession>;
  /** Notices since then, newest first. The provider keeps them for a limited time only. */
  noticesSince(since: Date): AsyncIterable<ProviderNotice>;
  refund(order: RefundOrder): Promise<ProviderRefund>;
  readRefund(providerRefundId: string): Promise<ProviderRefund | undefined>;
  refundsOf(paymentIntentId: string): Promise<readonly ProviderRefund[]>;
  /** Every payment that was taken, newest first. */
  payments(): AsyncIterable<ProviderPayment>;
  /** Refunds made since then, newest first. */
  refundsSince(since: Date): AsyncIterable<ProviderRefund>;
  readDispute(disputeId: string): Promise<ProviderDispute | undefined>;
  /** Disputes opened since then, newest first. */
  disputesSince(since: Date): AsyncIterable<ProviderDispute>;
}

export const PROVIDER = token<PaymentProvider>('PaymentProvider');

/** The provider did not answer in time, or answered that it cannot now. What was asked may or may not have happened. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
  /** Whether it answered with a fault of its own: it keeps that answer under the order's key and will never give another. */
  readonly keepsAnswer: boolean;
  constructor(message: string, options?: ErrorOptions & { readonly keepsAnswer?: boolean }) {
    super(message, options);
    this.keepsAnswer = options?.keepsAnswer ?? false;
  }
}

/** The provider understood and refused. */
export class ProviderRefusedError extends Error {
  override readonly name = 'ProviderRefusedError';
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super(`the payment provider refused: ${code}`, options);
    this.code = code;
  }
}
