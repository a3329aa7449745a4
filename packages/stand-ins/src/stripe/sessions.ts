import { z } from 'zod';
import { secondsOf, type AccountOptions } from './account-options.ts';
import { invalid, noSuch } from './errors.ts';
import type { FormFields } from './form-fields.ts';
import { newId, type CheckoutSession } from './objects.ts';
import { amountText } from '../page-style.ts';
import { expand, flag, metadata, read, webAddress, whole } from './parameters.ts';

const MIN_SESSION_SECONDS = 30 * 60;
const MAX_SESSION_SECONDS = 24 * 60 * 60;

/** What the page takes of what there is. @param soon the range of times at which a page may end, in seconds since 1970 */
const parametersFrom = (soon: { readonly least: number; readonly most: number }) =>
  z.strictObject({
    mode: z.literal('payment', "Invalid mode: this stand-in takes 'payment'"),
    line_items: z
      .array(
        z.strictObject({
          quantity: whole.refine((count) => count >= 1, 'Invalid positive integer'),
          price_data: z.strictObject({
            currency: z.string().length(3),
            unit_amount: whole.refine((cents) => cents >= 0, 'Invalid non-negative integer'),
            product_data: z.strictObject({ name: z.string().min(1).max(1_000) }),
          }),
        }),
      )
      .min(1)
      .max(100),
    metadata,
    client_reference_id: z.string().max(200).nullable().default(null),
    customer_email: z
      .string()
      .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Invalid email address')
      .max(800)
      .nullable()
      .default(null),
    expires_at: whole
      .refine((at) => at >= soon.least, 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.')
      .refine((at) => at <= soon.most, 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.')
      .default(soon.most),
    success_url: webAddress,
    cancel_url: webAddress.nullable().default(null),
    // Methods the stand-in knows, of the many there are.
    allowed_payment_method_types: z.array(z.enum(['card', 'us_bank_account'])).optional(),
    adaptive_pricing: z.strictObject({ enabled: flag }).optional(),
    payment_intent_data: z.strictObject({ metadata, capture_method: z.literal('automatic').optional() }).optional(),
    expand,
  });

/** Hosted pages, each open until it is paid, is ended or its time is over. */
export class Sessions {
  private readonly options: AccountOptions;

  constructor(options: AccountOptions) {
    this.options = options;
  }

  create(fields: FormFields): CheckoutSession {
    const { store, dashboard, publicUrl } = this.options;
    const created = secondsOf(this.options);
    const asked = read(parametersFrom({ least: created + MIN_SESSION_SECONDS, most: created + MAX_SESSION_SECONDS }), fields);
    const [{ price_data: first }] = asked.line_items as [(typeof asked.line_items)[0]];
    const total = asked.line_items.reduce((sum, { quantity, price_data: price }) => sum + price.unit_amount * quantity, 0);
    if (total > 0 && total < 50) {
      throw invalid("The Checkout Session's total amount must convert to at least 50 cents.", undefined, 'amount_too_small');
    }
    if (total > 99_999_999)
      throw invalid("The Checkout Session's total amount must be no more than $999,999.99", undefined, 'amount_too_large');
    const id = newId('cs_test_a1', 58);
    const session: CheckoutSession = {
      id,
      object: 'checkout.session',
      adaptive_pricing: asked.adaptive_pricing ?? { enabled: dashboard.adaptivePricing },
      amount_total: total,
      cancel_url: asked.cancel_url,
      client_reference_id: asked.client_reference_id,
      created,
      currency: first.currency,
      customer_details: asked.customer_email === null ? null : { email: asked.customer_email },
      customer_email: asked.customer_email,
      expires_at: asked.expires_at,
      livemode: false,
      metadata: asked.metadata,
      payment_intent: null,
      payment_method_types: dashboard.methods.filter((method) => asked.allowed_payment_method_types?.includes(method) ?? true),
      payment_status: total === 0 ? 'no_payment_required' : 'unpaid',
      status: 'open',
      success_url: asked.success_url,
      url: `${publicUrl()}/c/pay/${id}`,
    };
    const several = asked.line_items.length > 1;
    const text = asked.line_items
      .map(({ quantity, price_data: { product_data: product, unit_amount: each, currency } }) => {
        const name = quantity > 1 ? `${product.name} × ${quantity}` : product.name;
        return several ? `${name}: ${amountText(each * quantity, currency)}` : name;
      })
      .join('; ');
    store.put('items', { id, text, intentMetadata: asked.payment_intent_data?.metadata ?? {} });
    store.put('sessions', session);
    store.put('due', { id: `expire_${id}`, dueAt: asked.expires_at * 1000, kind: 'expire_session', ref: id });
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

  private endSession(open: CheckoutSession): CheckoutSession {
    const expired: CheckoutSession = { ...open, status: 'expired', url: null };
    this.options.store.put('sessions', expired);
    this.options.store.remove('due', `expire_${open.id}`);
    this.options.emit('checkout.session.expired', expired);
    return expired;
  }
}
