import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { Money } from '@concert/contracts/core/money';
import type { BookLine, Payout } from '@concert/contracts/payment/books';
import { token } from '@concert/service-kit/process/provide';

/** Money as the provider reports it; its currency need not be one we sell in. */
export interface ProviderMoney {
  readonly amountMinor: number;
  readonly currency: string;
}

/** The payment session that a page of the provider belongs to; absent on pages that others made. */
export interface SessionReference {
  readonly bookingId: BookingId;
  readonly userId: UserId;
  readonly attempt: number;
}

/** What a page sells, so that a booking lost on our side can be restored. */
export interface SoldSeats {
  readonly seating: Seating;
  readonly tickets: number;
}

/** A hosted payment page as the provider describes it now. */
export interface ProviderSession {
  readonly checkoutSessionId: string;
  readonly reference: SessionReference | undefined;
  readonly email: string;
  readonly href: string;
  /** By our clock, as when it expires. */
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /**
   * `open`: can still be paid. `processing`: completed, but the money has not arrived. `paid`: holds the money. `failed`: completed,
   * but the money never arrived. `expired`: can no longer be paid.
   */
  readonly state: 'open' | 'processing' | 'paid' | 'failed' | 'expired';
  /** The price, or once paid, the amount received. */
  readonly amount: ProviderMoney;
  readonly paymentIntentId: string | undefined;
  /** Last four digits of the card that paid. */
  readonly cardEnding?: string | undefined;
  /** Absent on pages that others made, or that are older than this field. */
  readonly seats?: SoldSeats | undefined;
  /** Of the price, a gift beside the seats, in minor units. */
  readonly giftMinor?: number | undefined;
}

/** What a page should sell. Equal orders with the same key make one page, however often they are sent. */
export interface SessionOrder {
  readonly key: string;
  readonly reference: SessionReference;
  readonly email: string;
  readonly item: string;
  readonly price: Money;
  readonly seats?: SoldSeats | undefined;
  /** Of the price, a gift beside the seats, in minor units: a line of its own. */
  readonly giftMinor?: number | undefined;
  /** By the provider's clock, because equal orders have to be equal to the second. */
  readonly expiresAt: Date;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface ProviderRefund {
  readonly providerRefundId: string;
  /** Our refund's id, if we made the refund. */
  readonly refundId: string | undefined;
  readonly paymentIntentId: string;
  readonly state: 'pending' | 'succeeded' | 'failed';
  /** The provider's code for why it is pending or has failed. */
  readonly reason: string | undefined;
  readonly amount: ProviderMoney;
  /** Last four digits of the card it goes to. */
  readonly cardEnding: string | undefined;
}

export interface RefundOrder {
  readonly key: string;
  readonly refundId: string;
  readonly paymentIntentId: string;
  readonly amount: ProviderMoney;
}

/** What a movement of the account is, before its fees are counted apart. */
export type MovementLine = Exclude<BookLine, 'dispute fees'>;

/** Money that came to the account at the provider or left it: above zero what came, below what left. It never changes. */
export interface BalanceMovement {
  readonly id: string;
  readonly line: MovementLine;
  /** Before the fee, in the currency that the account is kept in. */
  readonly amount: ProviderMoney;
  /** Taken beside the amount, in the same currency; below zero when one is given back. */
  readonly feeMinor: number;
  /** What it is about: a charge, a refund, a dispute, a payout. */
  readonly sourceId: string | undefined;
  readonly paymentIntentId: string | undefined;
  /** What it is for the buyer, in the minor units that the buyer paid in; 0 where no payment moved. */
  readonly soldMinor: number;
  /** The booking a payment was received for; absent of all else, and when others were paid through the same account. */
  readonly bookingId: BookingId | undefined;
  readonly category: Seating | undefined;
  readonly createdAt: Date;
}

/** What lies on the account in one currency. */
export interface ProviderBalance {
  readonly currency: string;
  /** What can be paid out or refunded now, and what can be later. */
  readonly availableMinor: number;
  readonly pendingMinor: number;
}

/** A bank warns that a payment is probably a fraud. */
export interface ProviderFraudWarning {
  readonly id: string;
  readonly paymentIntentId: string;
  readonly warnedAt: Date;
  /** Whether its money is still here, and not disputed. */
  readonly isActionable: boolean;
}

/** Money that went to the bank, or in minor units below zero came back from it, by the provider's id of the movement. */
export interface DisputeMovement {
  readonly id: string;
  readonly takenMinor: number;
}

/** A buyer asked the bank to take a payment back; the bank decides who gets the money. */
export interface ProviderDispute {
  readonly disputeId: string;
  readonly paymentIntentId: string;
  /** Each may follow each: a bank can open a dispute again under its id, or decide anew. */
  readonly state: 'open' | 'won' | 'lost';
  /** What the bank has of the money now, in minor units: for good when lost, provisionally while open. An inquiry takes none. */
  readonly takenMinor: number;
  /** Every time that money went to the bank, and came back from it. */
  readonly movements: readonly DisputeMovement[];
  readonly amount: ProviderMoney;
  readonly openedAt: Date;
  /** Why, in the provider's word, for example `product_not_received`. */
  readonly reason: string;
  /** Until when it can be answered; null where it cannot be. */
  readonly answerBy: Date | null;
}

/** What a notice is a reason to read: a page, a refund, all refunds of a payment, a dispute, or nothing of ours. */
export const NOTICE_SUBJECTS = ['session', 'refund', 'payment', 'dispute', 'other'] as const;
export type NoticeSubject = (typeof NOTICE_SUBJECTS)[number];

/** Something happened at the provider: a reason to read the object it names, never a statement about it. */
export interface ProviderNotice {
  readonly id: string;
  readonly type: string;
  readonly about: NoticeSubject;
  readonly objectId: string;
  /** When the object was created, by the provider's clock, if the notice says so: helps to find it in a list. */
  readonly objectMadeAt: Date | undefined;
  readonly live: boolean;
}

/** Which of the provider's notices are listed. */
export interface NoticeFilter {
  /** Made at this moment at the latest. */
  readonly until?: Date;
  /** Only those whose webhook is pending or was given up. Without a webhook set up, every notice counts as delivered. */
  readonly undeliveredOnly?: boolean;
}

/** The payment provider as the rest of the service sees it. */
export interface PaymentProvider {
  /**
   * How far its clock is ahead of ours, in milliseconds, by its latest answer; negative while it is behind. 0 before its first answer, and
   * where the two are more than an hour apart, which is not believed.
   */
  clockAheadMs(): number;
  /** The same as it was measured, whether or not it is believed. */
  measuredClockAheadMs(): number;
  /**
   * Opens a page, or returns the page that an equal order opened before.
   * @throws ProviderUnavailableError when the outcome is not known: send the same order again later. If `keepsAnswer` is set, search
   *   for the page it may have made, and then send the order under another key
   * @throws ProviderRefusedError when the provider refuses, and would refuse again; its code is {@link PAGE_END_REFUSED} when the page
   *   would end too early or too late by the provider's clock
   */
  openSession(order: SessionOrder): Promise<ProviderSession>;
  /** Pages made since then for one payment session, newest first: shows what became of an order that was answered with an error. */
  sessionsFor(reference: SessionReference, since: Date): Promise<readonly ProviderSession[]>;
  /** @returns undefined when there is no such page */
  readSession(checkoutSessionId: string): Promise<ProviderSession | undefined>;
  /** Reads many pages in few calls. The result leaves out pages that do not exist. */
  readSessions(
    pages: readonly { readonly checkoutSessionId: string; readonly madeAt: Date | undefined }[],
  ): Promise<ReadonlyMap<string, ProviderSession>>;
  /** The page a payment was made on. */
  sessionOfPayment(paymentIntentId: string): Promise<ProviderSession | undefined>;
  /** Makes an open page unpayable. Returns its state afterwards: a page that was paid in the meantime is `paid`. */
  expireSession(checkoutSessionId: string): Promise<ProviderSession | undefined>;
  /** Pages made since then, where given also until then, newest first. Moments are given by our clock, here and below. */
  sessionsSince(since: Date, until?: Date): AsyncIterable<ProviderSession>;
  /** Notices since then, newest first. The provider keeps them only for a limited time. */
  noticesSince(since: Date, which?: NoticeFilter): AsyncIterable<ProviderNotice>;
  refund(order: RefundOrder): Promise<ProviderRefund>;
  readRefund(providerRefundId: string): Promise<ProviderRefund | undefined>;
  refundsOf(paymentIntentId: string): Promise<readonly ProviderRefund[]>;
  readDispute(disputeId: string): Promise<ProviderDispute | undefined>;
  /** Every movement of the account since then, newest first. One may become visible late. */
  movementsSince(since: Date): AsyncIterable<BalanceMovement>;
  /** What lies on the account now, by currency. The nets of all movements add up to it. */
  balance(): Promise<readonly ProviderBalance[]>;
  /** The latest payouts to the bank, newest first. */
  payouts(): Promise<readonly Payout[]>;
  /** Warnings since then, newest first. */
  fraudWarningsSince(since: Date): AsyncIterable<ProviderFraudWarning>;
}

export const PROVIDER = token<PaymentProvider>('PaymentProvider');

/** The provider did not answer in time, or cannot serve the request now. What was requested may or may not have happened. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
  /** Whether it answered with an error of its own. It stores that answer under the order's key and repeats it for ever. */
  readonly keepsAnswer: boolean;
  constructor(message: string, options?: ErrorOptions & { readonly keepsAnswer?: boolean }) {
    super(message, options);
    this.keepsAnswer = options?.keepsAnswer ?? false;
  }
}

/** Code of a refusal: by the provider's clock a page would end too early or too late. */
export const PAGE_END_REFUSED = 'page_end_refused';

/** The provider understood the request and refused it. */
export class ProviderRefusedError extends Error {
  override readonly name = 'ProviderRefusedError';
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super(`the payment provider refused: ${code}`, options);
    this.code = code;
  }
}
