import { secondsOf, type AccountOptions } from './account-options.ts';
import { invalid, missing, noSuch } from './errors.ts';
import { refuseUnknown, type FormFields, type FormValue } from './form-fields.ts';
import { parseLineItems } from './line-items.ts';
import { newId, type CheckoutSession } from './objects.ts';
import { boolean, integer, isFields, metadata, text, urlParameter } from './parameters.ts';

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
const INTENT_PARAMETERS = new Set([
  'metadata',
  'description',
  'receipt_email',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'capture_method',
]);
/** Methods the stand-in knows, of the many there are. */
const METHODS = ['card', 'us_bank_account'];

/** Hosted pages, each open until it is paid, is ended or its time is over. */
export class Sessions {
  private readonly options: AccountOptions;

  constructor(options: AccountOptions) {
    this.options = options;
  }

  create(fields: FormFields): CheckoutSession {
    refuseUnknown(fields, SESSION_PARAMETERS);
    if (fields['mode'] === undefined) throw missing('mode');
    if (fields['mode'] !== 'payment') throw invalid(`Invalid mode: this stand-in takes 'payment'`, 'mode');
    const successUrl = urlParameter(fields, 'success_url');
    if (!successUrl) throw missing('success_url');
    const cancelUrl = urlParameter(fields, 'cancel_url');
    const created = secondsOf(this.options);
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
    const items = parseLineItems(fields['line_items']);
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
  find(id: string): CheckoutSession | undefined {
    const session = this.options.store.get('sessions', id);
    if (session?.status === 'open' && session.expires_at <= secondsOf(this.options)) return this.endSession(session);
    return session;
  }

  expire(id: string): CheckoutSession {
    const session = this.find(id);
    if (!session) throw noSuch('checkout.session', id, 'session');
    if (session.status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    }
    return this.endSession(session);
  }

  private adaptivePricing(wanted: FormValue | undefined): boolean {
    if (wanted === undefined) return this.options.dashboard.adaptivePricing;
    if (!isFields(wanted)) throw invalid('Invalid object', 'adaptive_pricing');
    refuseUnknown(wanted, new Set(['enabled']), 'adaptive_pricing');
    return wanted['enabled'] === undefined
      ? this.options.dashboard.adaptivePricing
      : boolean(wanted['enabled'], 'adaptive_pricing[enabled]');
  }

  private endSession(open: CheckoutSession): CheckoutSession {
    const expired: CheckoutSession = { ...open, status: 'expired', url: null };
    this.options.store.put('sessions', expired);
    this.options.store.remove('due', `expire_${open.id}`);
    this.options.emit('checkout.session.expired', expired);
    return expired;
  }
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
