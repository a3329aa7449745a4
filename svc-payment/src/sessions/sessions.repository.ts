import type { BookingId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { PaymentSession } from './payment-session.ts';

export const SESSIONS = token<SessionsRepository>('SessionsRepository');

/** The sessions that a piece of work needs. */
export interface SessionSelection {
  readonly bookingIds: readonly BookingId[];
  readonly checkoutSessionIds: readonly string[];
}

/** A session as it was read (undefined for a new one) and as it is to be stored. */
export interface SessionWrite {
  readonly before: PaymentSession | undefined;
  readonly after: PaymentSession;
}

/** Stores payment sessions. */
export interface SessionsRepository {
  byKey(key: string, transaction?: ClientSession): Promise<PaymentSession | undefined>;
  byCheckoutSession(checkoutSessionId: string, transaction?: ClientSession): Promise<PaymentSession | undefined>;
  /** The session of a payment at the provider. */
  byPayment(paymentIntentId: string, transaction?: ClientSession): Promise<PaymentSession | undefined>;
  /** All attempts of a booking, newest first. */
  ofBooking(bookingId: BookingId, transaction?: ClientSession): Promise<PaymentSession[]>;
  /** All attempts of some bookings and the sessions of some pages, in no order. */
  wanted(wanted: SessionSelection, transaction: ClientSession): Promise<PaymentSession[]>;
  /** Sessions whose money is kept for their booking, newest first, after `after`. */
  holdingMoney(after: { readonly openedAt: Date; readonly key: string } | undefined, most: number): Promise<PaymentSession[]>;
  /** Sessions that can still receive money and should not: their time is over, or their end was asked for. */
  toEnd(now: Date, most: number): Promise<PaymentSession[]>;
  /** Sessions requested before then whose order was not answered. */
  unanswered(before: Date, most: number): Promise<PaymentSession[]>;
  /** @returns false when a session with this key exists */
  add(session: PaymentSession, transaction?: ClientSession): Promise<boolean>;
  /** Replaces a session unless it changed since it was read; then the transaction starts over. */
  replace(before: PaymentSession, after: PaymentSession, transaction: ClientSession): Promise<void>;
  /** Like {@link replace} and {@link add}, for many at once. */
  store(writes: readonly SessionWrite[], transaction: ClientSession): Promise<void>;
}
