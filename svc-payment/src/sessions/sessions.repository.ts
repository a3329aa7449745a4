import type { BookingId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';
import type { PaymentSession } from './payment-session.ts';

export const SESSIONS = token<SessionsRepository>('SessionsRepository');

/** Which sessions a piece of work is about. */
export interface WantedSessions {
  readonly bookingIds: readonly BookingId[];
  readonly checkoutSessionIds: readonly string[];
}

/** A session as it was read, or undefined where it is new, and as it is to be stored. */
export interface SessionWrite {
  readonly before: PaymentSession | undefined;
  readonly after: PaymentSession;
}

/** Keeps payment sessions. */
export interface SessionsRepository {
  byKey(key: string, transaction?: ClientSession): Promise<PaymentSession | undefined>;
  byCheckoutSession(checkoutSessionId: string, transaction?: ClientSession): Promise<PaymentSession | undefined>;
  /** The session whose money a payment of the provider is. */
  byPayment(paymentIntentId: string, transaction?: ClientSession): Promise<PaymentSession | undefined>;
  /** All attempts of a booking, newest first. */
  ofBooking(bookingId: BookingId, transaction?: ClientSession): Promise<PaymentSession[]>;
  /** All attempts of some bookings, and the sessions of some pages, in no order. */
  wanted(wanted: WantedSessions, transaction: ClientSession): Promise<PaymentSession[]>;
  /** Sessions whose money is kept for their booking, newest first, after `after`. */
  holdingMoney(after: { readonly openedAt: Date; readonly key: string } | undefined, most: number): Promise<PaymentSession[]>;
  /** Sessions that can still take money and should not any more: their time is over, or their end was asked for. */
  toEnd(now: Date, most: number): Promise<PaymentSession[]>;
  /** Sessions asked for before then whose fate at the provider is not known. */
  unanswered(before: Date, most: number): Promise<PaymentSession[]>;
  /** @returns false when there is one with this key already */
  add(session: PaymentSession, transaction?: ClientSession): Promise<boolean>;
  /** Replaces a session unless it changed since it was read; in a transaction that makes the transaction run again. */
  replace(before: PaymentSession, after: PaymentSession, transaction: ClientSession): Promise<void>;
  /** As {@link replace} and {@link add}, for many at once. */
  store(writes: readonly SessionWrite[], transaction: ClientSession): Promise<void>;
}
