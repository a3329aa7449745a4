import { randomBytes } from 'node:crypto';

/** API version of the SDK this stand-in was written beside; used when a request names none. */
export const API_VERSION = '2026-10-28.endive';

export type Metadata = Record<string, string>;

export interface LineItem {
  id: string;
  object: 'item';
  amount_discount: number;
  amount_subtotal: number;
  amount_tax: number;
  amount_total: number;
  currency: string;
  description: string;
  price: {
    id: string;
    object: 'price';
    currency: string;
    unit_amount: number;
    unit_amount_decimal: string;
    product: string;
    type: 'one_time';
  };
  quantity: number;
}

/** What all of Stripe's objects that move money have. */
interface MoneyObject<Name extends string> {
  id: string;
  object: Name;
  created: number;
  currency: string;
  livemode: false;
  metadata: Metadata;
}

export interface CheckoutSession extends MoneyObject<'checkout.session'> {
  /** Whether a buyer may pay in the local currency. */
  adaptive_pricing: { enabled: boolean };
  allowed_payment_method_types: string[] | null;
  amount_subtotal: number;
  amount_total: number;
  cancel_url: string | null;
  client_reference_id: string | null;
  customer: null;
  customer_details: { email: string | null; name: string | null; phone: null; address: null; tax_exempt: 'none'; tax_ids: [] } | null;
  customer_email: string | null;
  expires_at: number;
  mode: 'payment';
  payment_intent: string | null;
  payment_method_types: string[];
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  status: 'open' | 'complete' | 'expired';
  success_url: string;
  submit_type: string | null;
  ui_mode: 'hosted_page';
  url: string | null;
}

export interface PaymentIntent extends MoneyObject<'payment_intent'> {
  amount: number;
  amount_capturable: number;
  amount_received: number;
  canceled_at: number | null;
  capture_method: 'automatic';
  confirmation_method: 'automatic';
  customer: null;
  description: string | null;
  last_payment_error: { type: 'card_error'; code: string; decline_code?: string; message: string } | null;
  latest_charge: string | null;
  payment_method: string | null;
  payment_method_types: string[];
  receipt_email: string | null;
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled';
}

export interface Charge extends MoneyObject<'charge'> {
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  balance_transaction: string | null;
  billing_details: { email: string | null; name: string | null; phone: null; address: null };
  captured: boolean;
  customer: null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  outcome: { network_status: string; type: string; seller_message: string };
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  payment_method_details: {
    type: 'card';
    card: { brand: string; last4: string; exp_month: number; exp_year: number; funding: 'credit'; country: 'US' };
  };
  receipt_email: string | null;
  refunded: boolean;
  status: 'succeeded' | 'pending' | 'failed';
}

export interface Refund extends Omit<MoneyObject<'refund'>, 'livemode'> {
  amount: number;
  balance_transaction: string | null;
  charge: string;
  failure_reason: string | null;
  payment_intent: string;
  pending_reason: string | null;
  reason: string | null;
  receipt_number: null;
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
  balance_transactions: {
    id: string;
    object: 'balance_transaction';
    amount: number;
    currency: string;
    type: 'adjustment';
    created: number;
  }[];
  charge: string;
  evidence: Record<string, never>;
  evidence_details: { due_by: number | null; has_evidence: boolean; past_due: boolean; submission_count: number };
  is_charge_refundable: boolean;
  payment_intent: string;
  reason: DisputeReason;
  status: DisputeStatus;
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
