import type { TestCard } from './cards.ts';
import { invalid, missing, noSuch } from './errors.ts';
import type { Faults } from './faults.ts';
import { refuseUnknown, type FormFields, type FormValue } from './form-fields.ts';
import {
  newId,
  type Charge,
  type CheckoutSession,
  type Dispute,
  type LineItem,
  type Metadata,
  type PaymentIntent,
  type Refund,
} from './objects.ts';
import type { DueWork, Store } from './store.ts';

const MIN_SESSION_SECONDS = 30 * 60;
const MAX_SESSION_SECONDS = 24 * 60 * 60;
const SESSION_PARAMETERS = new Set([
  'mode',
  'line_items',
  'metadata',
  'client_reference_id',
  'customer_email',
  'expires_at',
  'success_url',
  'cancel_url',
  'expand',
  'allowed_payment_method_types',
  'adaptive_pricing',
  'payment_intent_data',
  'submit_type',
  'locale',
  'ui_mode',
  'custom_text',
  'phone_number_collection',
]);
const LINE_ITEM_PARAMETERS = new Set(['price_data', 'quantity', 'metadata']);
const PRICE_PARAMETERS = new Set(['currency', 'unit_amount', 'product_data', 'tax_behavior']);
const PRODUCT_PARAMETERS = new Set(['name', 'description', 'images', 'metadata', 'tax_code']);
const INTENT_PARAMETERS = new Set([
  'metadata',
  'description',
  'receipt_email',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'capture_method',
]);
/** Of a page that takes one payment. */
const MAX_LINE_ITEMS = 100;
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const REFUND_PARAMETERS = new Set(['charge', 'payment_intent', 'amount', 'reason', 'metadata', 'expand']);
/** Methods the stand-in knows, of the many there are. */
const METHODS = ['card', 'us_bank_account'];
const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'];

/** Records that something happened; the last argument names the fields that changed. */
export type Emit = (type: string, object: unknown, previous?: Record<string, unknown>) => string;

/** What the owner of the account chose in its dashboard: it holds for every page that does not say otherwise. */
export interface Dashboard {
  adaptivePricing: boolean;
  methods: readonly string[];
}

/** The hardest account for a shop: buyers may pay in their own currency, and by bank debit, which settles after days. */
export const OFFERS_ALL: Dashboard = { adaptivePricing: true, methods: ['card', 'us_bank_account'] };

/** Currency that a buyer abroad is offered, and what one minor unit of ours is in it. */
export const ABROAD = { currency: 'eur', rate: 0.92 } as const;

/** What the person at the hosted page typed. */
export interface CardEntry {
  card: TestCard;
  method?: 'card' | 'us_bank_account';
  /** Pays what is asked in the local currency. */
  abroad?: boolean;
  email: string | null;
  name: string | null;
  expMonth: number;
  expYear: number;
}

export type PaymentOutcome =
  | { kind: 'completed'; completedEventId: string; session: CheckoutSession }
  | { kind: 'declined'; message: string }
  | { kind: 'closed'; session: CheckoutSession };

/** Settings of an account. */
export interface AccountOptions {
  store: Store;
  emit: Emit;
  faults: () => Faults;
  /** Milliseconds of the stand-in's clock. */
  now: () => number;
  publicUrl: () => string;
  /** How long a late card or refund takes. */
  lateMs: number;
  dashboard: Dashboard;
}

/** The account's money and its rules. Every method runs to its end without waiting, so two calls never interleave. */
export class Account {
  private readonly options: AccountOptions;

  constructor(options: AccountOptions) {
    this.options = options;
  }

  createSession(fields: FormFields): CheckoutSession {
    refuseUnknown(fields, SESSION_PARAMETERS);
    if (fields['mode'] === undefined) throw missing('mode');
    if (fields['mode'] !== 'payment') throw invalid(`Invalid mode: this stand-in takes 'payment'`, 'mode');
    const successUrl = urlParameter(fields, 'success_url');
    if (!successUrl) throw missing('success_url');
    const cancelUrl = urlParameter(fields, 'cancel_url');
    const created = this.seconds();
    const expiresAt = fields['expires_at'] === undefined ? created + MAX_SESSION_SECONDS : integer(fields['expires_at'], 'expires_at');
    if (expiresAt < created + MIN_SESSION_SECONDS) {
      throw invalid('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', 'expires_at');
    }
    if (expiresAt > created + MAX_SESSION_SECONDS) {
      throw invalid('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', 'expires_at');
    }
    const email = text(fields['customer_email'], 'customer_email', 800);
    if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
      throw invalid(`Invalid email address: ${email}`, 'customer_email', 'email_invalid');
    const items = lineItems(fields['line_items']);
    const total = items.reduce((sum, item) => sum + item.amount_total, 0);
    if (total > 0 && total < 50) {
      throw invalid("The Checkout Session's total amount must convert to at least 50 cents.", undefined, 'amount_too_small');
    }
    if (total > 99_999_999)
      throw invalid("The Checkout Session's total amount must be no more than $999,999.99", undefined, 'amount_too_large');
    const allowed = methodsIn(fields['allowed_payment_method_types'], 'allowed_payment_method_types');
    const methods = this.options.dashboard.methods.filter((method) => allowed?.includes(method) ?? true);
    if (methods.length === 0)
      throw invalid(
        'No valid payment method types for this Checkout Session. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard.',
      );
    const id = newId('cs_test_a1', 58);
    const session: CheckoutSession = {
      id,
      object: 'checkout.session',
      adaptive_pricing: { enabled: this.adaptivePricing(fields['adaptive_pricing']) },
      allowed_payment_method_types: allowed ?? null,
      amount_subtotal: total,
      amount_total: total,
      cancel_url: cancelUrl,
      client_reference_id: text(fields['client_reference_id'], 'client_reference_id', 200),
      created,
      currency: items[0]?.currency ?? 'usd',
      customer: null,
      customer_details: email === null ? null : { email, name: null, phone: null, address: null, tax_exempt: 'none', tax_ids: [] },
      customer_email: email,
      expires_at: expiresAt,
      livemode: false,
      metadata: metadata(fields['metadata']),
      mode: 'payment',
      payment_intent: null,
      payment_method_types: methods,
      payment_status: total === 0 ? 'no_payment_required' : 'unpaid',
      status: 'open',
      success_url: successUrl,
      submit_type: text(fields['submit_type'], 'submit_type', 20),
      ui_mode: 'hosted_page',
      url: `${this.options.publicUrl()}/c/pay/${id}`,
    };
    const { store } = this.options;
    const intentFields = fields['payment_intent_data'];
    if (isFields(intentFields)) refuseUnknown(intentFields, INTENT_PARAMETERS, 'payment_intent_data');
    const intentMetadata = isFields(intentFields) ? metadata(intentFields['metadata']) : {};
    store.put('items', { id, items, intentMetadata });
    store.put('sessions', session);
    store.put('due', { id: `expire_${id}`, dueAt: expiresAt * 1000, kind: 'expire_session', ref: id });
    return session;
  }

  /** The session as it is at this moment: one whose time is over is expired even when nothing has marked it yet. */
  session(id: string): CheckoutSession | undefined {
    const session = this.options.store.get('sessions', id);
    if (session?.status === 'open' && session.expires_at <= this.seconds()) return this.endSession(session);
    return session;
  }

  expireSession(id: string): CheckoutSession {
    const session = this.session(id);
    if (!session) throw noSuch('checkout.session', id, 'session');
    if (session.status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    }
    return this.endSession(session);
  }

  /** The buyer presses Pay on the hosted page. */
  pay(sessionId: string, entry: CardEntry): PaymentOutcome {
    const { store, emit } = this.options;
    const open = this.session(sessionId);
    if (!open) throw noSuch('checkout.session', sessionId);
    if (open.status !== 'open') return { kind: 'closed', session: open };
    const intent = this.intentOf(open, entry);
    const charge = this.charge(intent, entry);
    const session = { ...open, payment_intent: intent.id };
    if (entry.card.decline) {
      const { code, decline_code, message } = entry.card.decline;
      const declined: PaymentIntent = {
        ...intent,
        status: 'requires_payment_method',
        latest_charge: charge.id,
        last_payment_error: { type: 'card_error', code, ...(decline_code ? { decline_code } : {}), message },
      };
      store.put('charges', charge);
      store.put('intents', declined);
      store.put('sessions', session);
      emit('payment_intent.payment_failed', declined);
      emit('charge.failed', charge);
      return { kind: 'declined', message };
    }
    const late = entry.method === 'us_bank_account' ? 'late' : entry.card.settles;
    const paidIntent: PaymentIntent = {
      ...intent,
      status: late ? 'processing' : 'succeeded',
      amount_received: late ? 0 : intent.amount,
      latest_charge: charge.id,
      last_payment_error: null,
      payment_method: charge.payment_method,
    };
    const completed: CheckoutSession = {
      ...session,
      status: 'complete',
      payment_status: late ? 'unpaid' : 'paid',
      customer_details: { email: entry.email, name: entry.name, phone: null, address: null, tax_exempt: 'none', tax_ids: [] },
      ...(entry.abroad
        ? {
            presentment_details: { presentment_amount: Math.round(open.amount_total * ABROAD.rate), presentment_currency: ABROAD.currency },
          }
        : {}),
      url: null,
    };
    store.put('charges', charge);
    store.put('intents', paidIntent);
    store.put('sessions', completed);
    store.remove('due', `expire_${sessionId}`);
    const completedEventId = emit('checkout.session.completed', completed);
    if (late) {
      this.later(late === 'late' ? 'settle_payment' : 'fail_payment', sessionId);
      emit('payment_intent.processing', paidIntent);
    } else {
      emit('payment_intent.succeeded', paidIntent);
      emit('charge.succeeded', charge);
      if (entry.card.disputed) this.openDispute(charge.id);
    }
    return { kind: 'completed', completedEventId, session: completed };
  }

  createRefund(fields: FormFields): Refund {
    refuseUnknown(fields, REFUND_PARAMETERS);
    const charge = this.chargeToRefund(fields);
    const left = charge.amount - charge.amount_refunded;
    const amount = fields['amount'] === undefined ? left : integer(fields['amount'], 'amount');
    const reason = text(fields['reason'], 'reason', 40);
    if (reason !== null && !REFUND_REASONS.includes(reason))
      throw invalid(`Invalid reason: must be one of ${REFUND_REASONS.join(', ')}`, 'reason');
    if (this.disputesOf(charge.id).some(({ is_charge_refundable }) => !is_charge_refundable)) {
      throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, undefined, 'charge_disputed');
    }
    if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded');
    if (amount < 1) throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer');
    if (amount > left) {
      const what = charge.amount_refunded > 0 ? 'unrefunded amount on charge' : 'charge amount';
      throw invalid(`Refund amount (${dollars(amount)}) is greater than ${what} (${dollars(left)})`, 'amount');
    }
    const { store, emit } = this.options;
    const outcome = this.refundOutcome(charge);
    const status = {
      by_card: 'succeeded',
      pending: 'pending',
      pending_then_fails: 'pending',
      pending_then_succeeds: 'pending',
      succeeds_then_fails: 'succeeded',
      fails: 'failed',
    } as const;
    const refund: Refund = {
      id: newId('re_3'),
      object: 'refund',
      amount,
      balance_transaction: newId('txn_3'),
      charge: charge.id,
      created: this.seconds(),
      currency: charge.currency,
      failure_reason: outcome === 'fails' ? 'expired_or_canceled_card' : null,
      metadata: metadata(fields['metadata']),
      payment_intent: charge.payment_intent,
      pending_reason: status[outcome] === 'pending' ? 'processing' : null,
      reason,
      receipt_number: null,
      status: status[outcome],
    };
    store.put('refunds', refund);
    emit('refund.created', refund);
    if (refund.status === 'failed') {
      emit('refund.failed', refund);
    } else {
      this.countRefund(charge.id, amount);
      emit('charge.refunded', store.get('charges', charge.id));
      this.endInquiry(charge.id);
    }
    if (outcome === 'succeeds_then_fails' || outcome === 'pending_then_fails') this.later('fail_refund', refund.id);
    if (outcome === 'pending_then_succeeds') this.later('succeed_refund', refund.id);
    return refund;
  }

  /** A refund that had been pending or paid out ends otherwise than it began. */
  endRefund(id: string, status: 'succeeded' | 'failed', failure = 'expired_or_canceled_card'): Refund {
    const { store, emit } = this.options;
    const refund = store.get('refunds', id);
    if (!refund) throw noSuch('refund', id);
    if (refund.status === 'failed' || refund.status === status) return refund;
    const ended: Refund = {
      ...refund,
      status,
      pending_reason: null,
      failure_reason: status === 'failed' ? failure : null,
    };
    store.put('refunds', ended);
    if (status === 'failed') this.countRefund(refund.charge, -refund.amount);
    emit('refund.updated', ended, { status: refund.status });
    if (status === 'failed') emit('refund.failed', ended, { status: refund.status });
    return ended;
  }

  /**
   * The card's owner asks the bank for the money: it leaves the account at once, the charge can no longer be refunded, and
   * refunds that were pending fail. An inquiry is a question before that: it takes no money, and a refund answers it.
   * @param amount in cents; all that is left where none is given
   */
  openDispute(chargeId: string, { inquiry = false, amount }: { inquiry?: boolean; amount?: number | undefined } = {}): Dispute {
    const { store, emit } = this.options;
    const charge = store.get('charges', chargeId);
    if (charge?.status !== 'succeeded') throw noSuch('charge', chargeId);
    const open = this.openDisputeOf(chargeId);
    if (open && open.status === (inquiry ? 'warning_needs_response' : 'needs_response')) return open;
    if (!inquiry)
      for (const refund of store.list('refunds'))
        if (refund.charge === chargeId && refund.status === 'pending')
          this.endRefund(refund.id, 'failed', 'charge_for_pending_refund_disputed');
    const left = charge.amount - (store.get('charges', chargeId)?.amount_refunded ?? 0);
    const asked = Math.min(amount ?? left, charge.amount);
    const dispute: Dispute = {
      ...(open ?? {
        id: newId('du_1'),
        object: 'dispute',
        charge: charge.id,
        created: this.seconds(),
        currency: charge.currency,
        evidence: {},
        livemode: false,
        metadata: {},
        payment_intent: charge.payment_intent,
        reason: 'fraudulent',
      }),
      amount: asked,
      balance_transactions: inquiry ? [] : [this.bankMoved(-asked)],
      is_charge_refundable: inquiry,
      status: inquiry ? 'warning_needs_response' : 'needs_response',
    };
    store.put('disputes', dispute);
    store.put('charges', { ...(store.get('charges', chargeId) ?? charge), disputed: true });
    emit(open ? 'charge.dispute.updated' : 'charge.dispute.created', dispute, ...(open ? [{ status: open.status }] : []));
    if (!inquiry) emit('charge.dispute.funds_withdrawn', dispute);
    return dispute;
  }

  closeDispute(chargeId: string, status: 'won' | 'lost'): Dispute {
    const { store, emit } = this.options;
    const open = this.openDisputeOf(chargeId);
    if (!open) throw noSuch('dispute', chargeId, 'charge');
    const inquiry = open.status === 'warning_needs_response';
    if (inquiry && status === 'lost') throw invalid('An inquiry takes no money: it becomes a dispute first.', 'status');
    const closed: Dispute = {
      ...open,
      status: inquiry ? 'warning_closed' : status,
      is_charge_refundable: status === 'won',
      balance_transactions:
        inquiry || status === 'lost' ? open.balance_transactions : [...open.balance_transactions, this.bankMoved(open.amount)],
    };
    store.put('disputes', closed);
    emit('charge.dispute.closed', closed, { status: open.status });
    if (!inquiry && status === 'won') emit('charge.dispute.funds_reinstated', closed);
    return closed;
  }

  /** Carries out what has become due on the stand-in's clock. */
  runDue(): void {
    const { store } = this.options;
    for (const work of store.list('due').reverse()) {
      if (work.dueAt > this.options.now()) continue;
      store.remove('due', work.id);
      this.carryOut(work);
    }
  }

  private carryOut(work: DueWork): void {
    switch (work.kind) {
      case 'expire_session':
        this.session(work.ref);
        return;
      case 'settle_payment':
        this.settleLatePayment(work.ref, true);
        return;
      case 'fail_payment':
        this.settleLatePayment(work.ref, false);
        return;
      case 'fail_refund':
        this.endRefund(work.ref, 'failed');
        return;
      case 'succeed_refund':
        this.endRefund(work.ref, 'succeeded');
    }
  }

  private settleLatePayment(sessionId: string, paid: boolean): void {
    const { store, emit } = this.options;
    const session = store.get('sessions', sessionId);
    const intent = session?.payment_intent ? store.get('intents', session.payment_intent) : undefined;
    const charge = intent?.latest_charge ? store.get('charges', intent.latest_charge) : undefined;
    if (!session || !intent || !charge || intent.status !== 'processing') return;
    const failure = { code: 'card_declined', message: 'The bank could not complete this payment.' };
    const endedSession: CheckoutSession = { ...session, payment_status: paid ? 'paid' : 'unpaid' };
    const endedIntent: PaymentIntent = paid
      ? { ...intent, status: 'succeeded', amount_received: intent.amount }
      : { ...intent, status: 'requires_payment_method', last_payment_error: { type: 'card_error', ...failure } };
    const endedCharge: Charge = paid
      ? { ...charge, status: 'succeeded', paid: true, captured: true, amount_captured: charge.amount, balance_transaction: newId('txn_3') }
      : { ...charge, status: 'failed', paid: false, failure_code: failure.code, failure_message: failure.message };
    store.put('sessions', endedSession);
    store.put('intents', endedIntent);
    store.put('charges', endedCharge);
    emit(paid ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed', endedSession);
    emit(paid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', endedIntent);
    emit(paid ? 'charge.succeeded' : 'charge.failed', endedCharge);
  }

  private adaptivePricing(wanted: FormValue | undefined): boolean {
    if (wanted === undefined) return this.options.dashboard.adaptivePricing;
    if (!isFields(wanted)) throw invalid('Invalid object', 'adaptive_pricing');
    refuseUnknown(wanted, new Set(['enabled']), 'adaptive_pricing');
    const enabled = wanted['enabled'] ?? String(this.options.dashboard.adaptivePricing);
    if (enabled !== 'true' && enabled !== 'false') throw invalid('Invalid boolean', 'adaptive_pricing[enabled]');
    return enabled === 'true';
  }

  private endSession(open: CheckoutSession): CheckoutSession {
    const expired: CheckoutSession = { ...open, status: 'expired', url: null };
    this.options.store.put('sessions', expired);
    this.options.store.remove('due', `expire_${open.id}`);
    this.options.emit('checkout.session.expired', expired);
    return expired;
  }

  private intentOf(session: CheckoutSession, entry: CardEntry): PaymentIntent {
    const known = session.payment_intent ? this.options.store.get('intents', session.payment_intent) : undefined;
    if (known) return known;
    const intent: PaymentIntent = {
      id: newId('pi_3'),
      object: 'payment_intent',
      amount: session.amount_total,
      amount_capturable: 0,
      amount_received: 0,
      canceled_at: null,
      capture_method: 'automatic',
      confirmation_method: 'automatic',
      created: this.seconds(),
      currency: session.currency,
      customer: null,
      description: null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      metadata: this.options.store.get('items', session.id)?.intentMetadata ?? {},
      payment_method: null,
      payment_method_types: session.payment_method_types,
      receipt_email: entry.email,
      status: 'requires_payment_method',
    };
    this.options.emit('payment_intent.created', intent);
    return intent;
  }

  private charge(intent: PaymentIntent, entry: CardEntry): Charge {
    const { decline, brand, number } = entry.card;
    const byBank = entry.method === 'us_bank_account';
    const settles = byBank ? 'late' : entry.card.settles;
    const succeeded = !decline && !settles;
    return {
      id: newId('ch_3'),
      object: 'charge',
      amount: intent.amount,
      amount_captured: succeeded ? intent.amount : 0,
      amount_refunded: 0,
      balance_transaction: succeeded ? newId('txn_3') : null,
      billing_details: { email: entry.email, name: entry.name, phone: null, address: null },
      captured: succeeded,
      created: this.seconds(),
      currency: intent.currency,
      customer: null,
      disputed: false,
      failure_code: decline?.code ?? null,
      failure_message: decline?.message ?? null,
      livemode: false,
      metadata: intent.metadata,
      outcome: decline
        ? { network_status: 'declined_by_network', type: 'issuer_declined', seller_message: decline.message }
        : { network_status: 'approved_by_network', type: 'authorized', seller_message: 'Payment complete.' },
      paid: succeeded,
      payment_intent: intent.id,
      payment_method: newId('pm_1'),
      payment_method_details: byBank
        ? { type: 'us_bank_account', us_bank_account: { bank_name: 'STRIPE TEST BANK', last4: '6789' } }
        : {
            type: 'card',
            card: { brand, last4: number.slice(-4), exp_month: entry.expMonth, exp_year: entry.expYear, funding: 'credit', country: 'US' },
          },
      receipt_email: entry.email,
      refunded: false,
      status: decline ? 'failed' : settles ? 'pending' : 'succeeded',
    };
  }

  private chargeToRefund(fields: FormFields): Charge {
    const { store } = this.options;
    const chargeId = text(fields['charge'], 'charge', 100);
    const intentId = text(fields['payment_intent'], 'payment_intent', 100);
    if (!chargeId && !intentId) {
      throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
    }
    if (chargeId) {
      const charge = store.get('charges', chargeId);
      if (!charge) throw noSuch('charge', chargeId, 'charge');
      if (charge.status !== 'succeeded') throw invalid(`Charge ${chargeId} has not been captured.`, 'charge');
      return charge;
    }
    const intent = store.get('intents', intentId ?? '');
    if (!intent) throw noSuch('payment_intent', intentId ?? '', 'payment_intent');
    const charge = intent.latest_charge ? store.get('charges', intent.latest_charge) : undefined;
    if (charge?.status !== 'succeeded') {
      throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, 'payment_intent');
    }
    return charge;
  }

  private refundOutcome(
    charge: Charge,
  ): 'by_card' | 'pending' | 'pending_then_fails' | 'fails' | 'pending_then_succeeds' | 'succeeds_then_fails' {
    const { refundOutcome } = this.options.faults();
    if (refundOutcome !== 'by_card') return refundOutcome;
    const last4 = charge.payment_method_details.type === 'card' ? charge.payment_method_details.card.last4 : '';
    if (last4 === '7726') return 'pending_then_succeeds';
    return last4 === '5126' ? 'succeeds_then_fails' : 'by_card';
  }

  private countRefund(chargeId: string, amount: number): void {
    const { store } = this.options;
    const charge = store.get('charges', chargeId);
    if (!charge) return;
    const refunded = charge.amount_refunded + amount;
    store.put('charges', { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount });
  }

  private disputesOf(chargeId: string): Dispute[] {
    return this.options.store.list('disputes').filter((dispute) => dispute.charge === chargeId);
  }

  private openDisputeOf(chargeId: string): Dispute | undefined {
    return this.disputesOf(chargeId).find(({ status }) => status === 'needs_response' || status === 'warning_needs_response');
  }

  /** Money that was given back leaves nothing to ask about. */
  private endInquiry(chargeId: string): void {
    if (this.openDisputeOf(chargeId)?.status === 'warning_needs_response' && this.options.store.get('charges', chargeId)?.refunded)
      this.closeDispute(chargeId, 'won');
  }

  private bankMoved(amount: number): Dispute['balance_transactions'][number] {
    return { id: newId('txn_1'), object: 'balance_transaction', amount, type: 'adjustment', created: this.seconds() };
  }

  private later(kind: DueWork['kind'], ref: string): void {
    this.options.store.put('due', { id: `${kind}_${ref}`, dueAt: this.options.now() + this.options.lateMs, kind, ref });
  }

  private seconds(): number {
    return Math.floor(this.options.now() / 1000);
  }
}

function isFields(value: FormValue | undefined): value is FormFields {
  return typeof value === 'object' && !Array.isArray(value);
}

function text(value: FormValue | undefined, param: string, max: number): string | null {
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') throw invalid('Invalid string', param);
  if (value.length > max) throw invalid(`Invalid string: must be at most ${max} characters`, param);
  return value;
}

function integer(value: FormValue, param: string): number {
  if (typeof value !== 'string' || !/^-?[0-9]{1,15}$/.test(value))
    throw invalid(`Invalid integer: ${JSON.stringify(value)}`, param, 'parameter_invalid_integer');
  return Number(value);
}

function urlParameter(fields: FormFields, param: string): string | null {
  const value = text(fields[param], param, 5_000);
  if (value === null) return null;
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) throw invalid('Not a valid URL', param, 'url_invalid');
  return value;
}

function metadata(value: FormValue | undefined): Metadata {
  if (value === undefined || value === '') return {};
  if (!isFields(value)) throw invalid('Invalid object', 'metadata');
  const entries = Object.entries(value);
  if (entries.length > 50) throw invalid('Metadata can have up to 50 keys', 'metadata');
  const result: Metadata = {};
  for (const [key, entry] of entries) {
    if (key.length > 40)
      throw invalid(
        `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key}`,
        'metadata',
      );
    if (typeof entry !== 'string') throw invalid(`Invalid string: metadata[${key}]`, 'metadata');
    if (entry.length > 500) {
      throw invalid(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${entry.length} characters. Invalid value: ${entry.slice(0, 40)}…`,
        `metadata[${key}]`,
      );
    }
    result[key] = entry;
  }
  return result;
}

function methodsIn(value: FormValue | undefined, param: string): string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length === 0) throw invalid('Invalid array', param);
  return value.map((method, index) => {
    const at = `${param}[${index}]`;
    if (typeof method !== 'string' || !METHODS.includes(method)) throw invalid(`Invalid ${at}: must be one of ${METHODS.join(', ')}`, at);
    return method;
  });
}

function lineItems(value: FormValue | undefined): LineItem[] {
  if (value === undefined) throw missing('line_items');
  if (!Array.isArray(value) || value.length === 0) throw invalid('Invalid array', 'line_items');
  if (value.length > MAX_LINE_ITEMS) throw invalid(`Array line_items exceeded maximum ${MAX_LINE_ITEMS} allowed elements.`, 'line_items');
  const items = value.map((item, index): LineItem => {
    const at = `line_items[${index}]`;
    if (!isFields(item)) throw invalid('Invalid object', at);
    refuseUnknown(item, LINE_ITEM_PARAMETERS, at);
    const price = item['price_data'];
    if (!isFields(price)) throw missing(`${at}[price_data]`);
    refuseUnknown(price, PRICE_PARAMETERS, `${at}[price_data]`);
    const product = price['product_data'];
    if (!isFields(product)) throw missing(`${at}[price_data][product_data]`);
    refuseUnknown(product, PRODUCT_PARAMETERS, `${at}[price_data][product_data]`);
    const name = text(product['name'], `${at}[price_data][product_data][name]`, 1_000);
    if (!name) throw missing(`${at}[price_data][product_data][name]`);
    const currency = text(price['currency'], `${at}[price_data][currency]`, 3);
    if (!currency) throw missing(`${at}[price_data][currency]`);
    if (!CURRENCIES.has(currency.toUpperCase())) throw invalid(`Invalid currency: ${currency}.`, `${at}[price_data][currency]`);
    if (price['unit_amount'] === undefined) throw missing(`${at}[price_data][unit_amount]`);
    const unitAmount = integer(price['unit_amount'], `${at}[price_data][unit_amount]`);
    if (unitAmount < 0) throw invalid('Invalid non-negative integer', `${at}[price_data][unit_amount]`, 'parameter_invalid_integer');
    if (item['quantity'] === undefined)
      throw invalid('Quantity is required. Add `quantity` to `line_items[0]`', `${at}[quantity]`, 'parameter_missing');
    const quantity = integer(item['quantity'], `${at}[quantity]`);
    if (quantity < 1) throw invalid('Invalid positive integer', `${at}[quantity]`, 'parameter_invalid_integer');
    const total = unitAmount * quantity;
    return {
      id: newId('li_1'),
      object: 'item',
      amount_discount: 0,
      amount_subtotal: total,
      amount_tax: 0,
      amount_total: total,
      currency: currency.toLowerCase(),
      description: name,
      price: {
        id: newId('price_1'),
        object: 'price',
        currency: currency.toLowerCase(),
        unit_amount: unitAmount,
        unit_amount_decimal: String(unitAmount),
        product: newId('prod_', 14),
        type: 'one_time',
      },
      quantity,
    };
  });
  if (new Set(items.map(({ currency }) => currency)).size > 1)
    throw invalid('All prices on a Checkout Session must have the same currency.', 'line_items');
  return items;
}

function dollars(minor: number): string {
  return `$${(minor / 100).toFixed(2)}`;
}
