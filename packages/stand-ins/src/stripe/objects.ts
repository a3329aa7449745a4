import { randomBytes } from 'node:crypto';

/** API version of the SDK this stand-in was written beside; used when a request names none. */
export const API_VERSION = '2026-10-28.endive';

export type Metadata = Record<string, string>;

/** What all of Stripe's objects that move money have. */
interface MoneyObject<Name extends string> {
  id: string;
  object: Name;
  created: number;
  currency: string;
  livemode: false;
  metadata: Metadata;
}

/* Of each, what this site and its tests read, and what the stand-in itself goes on. */

export interface CheckoutSession extends MoneyObject<'checkout.session'> {
  /** Whether a buyer may pay in the local currency. */
  adaptive_pricing: { enabled: boolean };
  amount_total: number;
  cancel_url: string | null;
  client_reference_id: string | null;
  customer_details: { email: string | null } | null;
  customer_email: string | null;
  expires_at: number;
  payment_intent: string | null;
  payment_method_types: string[];
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  status: 'open' | 'complete' | 'expired';
  success_url: string;
  url: string | null;
}

export interface PaymentIntent extends MoneyObject<'payment_intent'> {
  amount: number;
  amount_received: number;
  latest_charge: string | null;
  status: 'requires_payment_method' | 'processing' | 'succeeded';
}

export interface Charge extends MoneyObject<'charge'> {
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: boolean;
  payment_intent: string;
  payment_method_details: { type: 'card'; card: { last4: string } };
  refunded: boolean;
  status: 'succeeded' | 'pending' | 'failed';
}

export interface Refund extends MoneyObject<'refund'> {
  amount: number;
  charge: string;
  failure_reason: string | null;
  payment_intent: string;
  pending_reason: string | null;
  status: 'pending' | 'succeeded' | 'failed';
}

/** Why the card's owner asks the money back: those of Stripe's reasons that a card payment for tickets can meet. */
export const DISPUTE_REASONS = [
  'credit_not_processed',
  'duplicate',
  'fraudulent',
  'general',
  'product_not_received',
  'product_unacceptable',
  'unrecognized',
] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];

export const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'won',
  'lost',
  'prevented',
] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

export interface Dispute extends MoneyObject<'dispute'> {
  amount: number;
  /** Money that left for the bank, and money that came back. */
  balance_transactions: BalanceTransaction[];
  charge: string;
  evidence_details: { due_by: number };
  is_charge_refundable: boolean;
  payment_intent: string;
  reason: DisputeReason;
  status: DisputeStatus;
}

/** https://docs.stripe.com/api/balance_transactions/object; `type`: https://docs.stripe.com/reports/balance-transaction-types */
export interface BalanceTransaction {
  id: string;
  object: 'balance_transaction';
  /** Gross; `amount` less `fee` is `net`, and the sum of all `net` is the balance. */
  amount: number;
  available_on: number;
  created: number;
  /** The account's own. */
  currency: string;
  fee: number;
  net: number;
  /** https://docs.stripe.com/reports/reporting-categories */
  reporting_category: string;
  /** A charge, refund, dispute or payout. */
  source: string;
  status: 'available' | 'pending';
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment' | 'payout' | 'payout_failure' | 'payout_cancel';
}

export const PAYOUT_STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;

/** https://docs.stripe.com/api/payouts/object */
export interface Payout extends MoneyObject<'payout'> {
  amount: number;
  arrival_date: number;
  failure_code: string | null;
  /** A failed one may have been paid before: https://docs.stripe.com/payouts#payout-failures */
  status: (typeof PAYOUT_STATUSES)[number];
}

/** https://docs.stripe.com/api/radar/early_fraud_warnings/object */
export interface EarlyFraudWarning {
  id: string;
  object: 'radar.early_fraud_warning';
  actionable: boolean;
  charge: string;
  created: number;
  payment_intent: string;
}

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: unknown; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id in the shape of Stripe's: prefix and random letters and digits. */
export function newId(prefix: string, length = 24): string {
  let tail = '';
  for (const byte of randomBytes(length)) tail += ALPHABET[byte % ALPHABET.length];
  return `${prefix}${tail}`;
}

/** The currency that the account is kept in, and what one unit of another is worth in it. */
export interface Settlement {
  id: 'settlement';
  currency: string;
  rate: number;
}
