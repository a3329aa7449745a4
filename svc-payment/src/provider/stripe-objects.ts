import { seatingSchema } from '@concert/contracts/booking/seating-schema';
import { idSchema } from '@concert/contracts/core/ids';
import { payoutSchema, type Payout } from '@concert/contracts/payment/books';
import type Stripe from 'stripe';
import type {
  BalanceMovement,
  MovementLine,
  NoticeSubject,
  ProviderBalance,
  ProviderDispute,
  ProviderFraudWarning,
  ProviderNotice,
  ProviderRefund,
  ProviderSession,
  SessionReference,
  SoldSeats,
} from './payment-provider.ts';

/* Stripe's objects mapped to those of the port. Only their types are trusted: one account may serve other shops. */

/** Message types that we follow, and the kind of object to read for each. */
const FOLLOWED: Readonly<Record<string, NoticeSubject>> = {
  'checkout.session.completed': 'session',
  'checkout.session.async_payment_succeeded': 'session',
  'checkout.session.async_payment_failed': 'session',
  'checkout.session.expired': 'session',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.refunded': 'payment',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
};
export const FOLLOWED_TYPES: readonly string[] = Object.keys(FOLLOWED);

/* Made once: in a rush a reference is read several times for each order. */
const [bookingIdSchema, userIdSchema] = [idSchema('booking'), idSchema('user')];

/** Reads our reference from metadata without trusting it: the same account may serve other shops. */
function referenceOf(metadata: Stripe.Metadata | null): SessionReference | undefined {
  const bookingId = bookingIdSchema.safeParse(metadata?.['bookingId']);
  const userId = userIdSchema.safeParse(metadata?.['userId']);
  const attempt = metadata?.['attempt'] ?? '';
  if (!bookingId.success || !userId.success || !/^[1-9][0-9]{0,3}$/.test(attempt)) return undefined;
  return { bookingId: bookingId.data, userId: userId.data, attempt: Number(attempt) };
}

function seatsOf(metadata: Stripe.Metadata | null): SoldSeats | undefined {
  const seating = seatingSchema.safeParse(metadata?.['seating']);
  const tickets = metadata?.['tickets'] ?? '';
  return seating.success && /^[1-6]$/.test(tickets) ? { seating: seating.data, tickets: Number(tickets) } : undefined;
}

function giftOf(metadata: Stripe.Metadata | null): number | undefined {
  const minor = metadata?.['giftMinor'] ?? '';
  return /^[1-9][0-9]{0,7}$/.test(minor) ? Number(minor) : undefined;
}

/** @param aheadMs how far the provider's clock is ahead of ours */
export function sessionOf(session: Stripe.Checkout.Session, aheadMs: number): ProviderSession {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const said = stateOf(session, intent);
  const received = said === 'paid' && intent ? intent.amount_received : (session.amount_total ?? 0);
  // We sell nothing for free: a page that is paid without money received none.
  const state = said === 'paid' && received === 0 ? 'failed' : said;
  return {
    checkoutSessionId: session.id,
    reference: referenceOf(session.metadata),
    seats: seatsOf(session.metadata),
    giftMinor: giftOf(session.metadata),
    email: session.customer_email ?? session.customer_details?.email ?? '',
    href: session.url ?? '',
    createdAt: new Date(session.created * 1_000 - aheadMs),
    expiresAt: new Date(session.expires_at * 1_000 - aheadMs),
    state,
    amount: { amountMinor: received, currency: (intent?.currency ?? session.currency ?? '').toUpperCase() },
    paymentIntentId: intent?.id ?? (typeof session.payment_intent === 'string' ? session.payment_intent : undefined),
    cardEnding: cardEndingOf(intent?.latest_charge),
  };
}

/** Last four digits of a card, where the charge was read with what it is about. */
function cardEndingOf(charge: Stripe.Charge | string | null | undefined): string | undefined {
  return (typeof charge === 'object' ? charge?.payment_method_details?.card?.last4 : undefined) ?? undefined;
}

function stateOf(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): ProviderSession['state'] {
  if (session.status === 'expired') return 'expired';
  if (session.status !== 'complete') return 'open';
  if (session.payment_status !== 'unpaid') return 'paid';
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled' ? 'failed' : 'processing';
}

export function refundOf(refund: Stripe.Refund): ProviderRefund {
  const states: Readonly<Record<string, ProviderRefund['state']>> = { succeeded: 'succeeded', failed: 'failed', canceled: 'failed' };
  return {
    providerRefundId: refund.id,
    refundId: refund.metadata?.['refundId'],
    paymentIntentId: idOf(refund.payment_intent) ?? '',
    state: states[refund.status ?? ''] ?? 'pending',
    reason: refund.failure_reason ?? refund.pending_reason ?? undefined,
    amount: { amountMinor: refund.amount, currency: refund.currency.toUpperCase() },
    cardEnding: cardEndingOf(refund.charge),
  };
}

/** By reporting category (https://docs.stripe.com/reports/reporting-categories). */
const LINES: Readonly<Record<string, MovementLine>> = {
  charge: 'charged',
  charge_failure: 'charged',
  partial_capture_reversal: 'charged',
  refund: 'refunded',
  refund_failure: 'refunded',
  dispute: 'lost',
  dispute_reversal: 'lost',
  fee: 'provider fees',
  network_cost: 'provider fees',
  tax: 'provider fees',
  payout: 'paid out',
  payout_reversal: 'paid out',
};

export function movementOf(transaction: Stripe.BalanceTransaction): BalanceMovement {
  const { id, amount, currency, created, fee, reporting_category: category } = transaction;
  const source = transaction.source as Source | string | null;
  const about = typeof source === 'object' && source && 'payment_intent' in source ? source : undefined;
  const bookingId = bookingIdSchema.safeParse(about?.metadata?.['bookingId']);
  const isCharge = about?.object === 'charge';
  return {
    id,
    line: LINES[category] ?? 'other',
    amount: { amountMinor: amount, currency: currency.toUpperCase() },
    feeMinor: fee,
    sourceId: typeof source === 'string' ? source : source?.id,
    paymentIntentId: idOf(about?.payment_intent),
    // An account that is kept in another currency was moved as much of that as this was worth.
    soldMinor: !about ? 0 : about.currency === currency ? amount : Math.sign(amount) * (about.amount_captured ?? about.amount),
    bookingId: isCharge && bookingId.success ? bookingId.data : undefined,
    category: isCharge ? seatsOf(about.metadata)?.seating : undefined,
    createdAt: new Date(created * 1_000),
  };
}

/** What is read of a charge, a refund or a dispute that a movement is about. */
interface Source {
  readonly id: string;
  readonly object: string;
  readonly amount: number;
  readonly amount_captured?: number;
  readonly currency: string;
  readonly metadata: Stripe.Metadata | null;
  readonly payment_intent: string | { readonly id: string } | null;
}

function idOf(object: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof object === 'string' ? object : object?.id;
}

export function balanceOf({ available, pending }: Stripe.Balance): ProviderBalance[] {
  const sum = (rows: readonly { currency: string; amount: number }[], wanted: string) =>
    rows.reduce((total, { currency, amount }) => total + (currency === wanted ? amount : 0), 0);
  return [...new Set([...available, ...pending].map(({ currency }) => currency))].sort().map((currency) => ({
    currency: currency.toUpperCase(),
    availableMinor: sum(available, currency),
    pendingMinor: sum(pending, currency),
  }));
}

export function payoutOf({ id, amount, currency, status, arrival_date: arrives, failure_code: failure }: Stripe.Payout): Payout {
  return {
    ...{ id, amountMinor: amount, currency: currency.toUpperCase() },
    state: payoutSchema.shape.state.catch('pending').parse(status),
    arrivesOn: new Date(arrives * 1_000).toISOString().slice(0, 'yyyy-mm-dd'.length),
    ...(failure ? { failure } : {}),
  };
}

export function warningOf({ id, payment_intent: intent, created, actionable }: Stripe.Radar.EarlyFraudWarning): ProviderFraudWarning {
  return { id, paymentIntentId: idOf(intent) ?? '', warnedAt: new Date(created * 1_000), isActionable: actionable };
}

/** What each status means. One that we do not know is open: nothing is sent back before somebody has looked. */
const DISPUTE_STATES: Readonly<Record<string, ProviderDispute['state']>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
};

export function disputeOf(dispute: Stripe.Dispute): ProviderDispute {
  const { status, amount } = dispute;
  const state = DISPUTE_STATES[status] ?? 'open';
  const movements = dispute.balance_transactions.map((moved) => ({
    id: moved.id,
    // An account that is kept in another currency was charged as much of that as this was worth.
    takenMinor: -(moved.currency === dispute.currency ? moved.amount : Math.sign(moved.amount) * amount),
  }));
  const takenAsMoved = movements.reduce((sum, { takenMinor }) => sum + takenMinor, 0);
  const takenAsSaid = state === 'won' || status.startsWith('warning_') ? 0 : amount;
  return {
    disputeId: dispute.id,
    paymentIntentId: idOf(dispute.payment_intent) ?? '',
    state,
    // Status and movements may be told a moment apart; money that either of them calls taken must not be sent back.
    takenMinor: Math.max(takenAsSaid, takenAsMoved),
    movements,
    amount: { amountMinor: amount, currency: dispute.currency.toUpperCase() },
    openedAt: new Date(dispute.created * 1_000),
    reason: dispute.reason,
    // 0 where the bank takes no answer.
    answerBy: dispute.evidence_details.due_by ? new Date(dispute.evidence_details.due_by * 1_000) : null,
  };
}

/** The object that a message is about; the rest of its content is never used. */
export function noticeOf(event: Stripe.Event): ProviderNotice {
  const object = event.data.object as { id?: unknown; payment_intent?: unknown; created?: unknown };
  const about = (Object.hasOwn(FOLLOWED, event.type) && FOLLOWED[event.type]) || 'other';
  const objectId = about === 'payment' ? object.payment_intent : object.id;
  const named = typeof objectId === 'string' && objectId !== '';
  return {
    id: event.id,
    type: event.type,
    about: named ? about : 'other',
    objectId: named ? objectId : '',
    objectMadeAt: typeof object.created === 'number' && Number.isSafeInteger(object.created) ? new Date(object.created * 1_000) : undefined,
    live: event.livemode,
  };
}
