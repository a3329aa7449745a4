import { idSchema } from '@concert/contracts/core/ids';
import Stripe from 'stripe';
import { CircuitBreaker } from './circuit-breaker.ts';
import {
  ProviderRefusedError,
  ProviderUnavailableError,
  type PaymentProvider,
  type ProviderNotice,
  type ProviderRefund,
  type ProviderSession,
  type RefundOrder,
  type SessionOrder,
  type SessionReference,
} from './payment-provider.ts';

/** A buyer waits for these calls. */
const TIMEOUT_MS = 5_000;
const NETWORK_RETRIES = 1;
const FAILURES_BEFORE_REST = 5;
const REST_MS = 5_000;
/** A wait the provider asks for is waited out while somebody waits for us, up to this. */
const LONGEST_PATIENCE_MS = 2_000;

/** Messages that are a reason to look at one of our objects. */
export const FOLLOWED_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.created',
  'refund.updated',
  'refund.failed',
] as const;

const SESSION_DETAIL = { expand: ['payment_intent'] };

/** Settings of the adapter. */
export interface StripeSettings {
  readonly secretKey: string;
  /** Another address than Stripe's own. */
  readonly apiUrl?: string | undefined;
  readonly timeoutMs?: number;
}

/** Stripe, through its official SDK only. */
export class StripeProvider implements PaymentProvider {
  private readonly stripe: Stripe;
  private readonly timeoutMs: number;
  private readonly breaker = new CircuitBreaker(FAILURES_BEFORE_REST, REST_MS);

  constructor(settings: StripeSettings) {
    this.timeoutMs = settings.timeoutMs ?? TIMEOUT_MS;
    const address = settings.apiUrl === undefined ? undefined : new URL(settings.apiUrl);
    const protocol = address?.protocol === 'http:' ? 'http' : 'https';
    this.stripe = new Stripe(settings.secretKey, {
      timeout: this.timeoutMs,
      maxNetworkRetries: NETWORK_RETRIES,
      telemetry: false,
      ...(address ? { host: address.hostname, port: address.port || (protocol === 'http' ? 80 : 443), protocol } : {}),
    });
  }

  async openSession(order: SessionOrder): Promise<ProviderSession> {
    const { reference } = order;
    const metadata = { bookingId: reference.bookingId, userId: reference.userId, attempt: String(reference.attempt) };
    return sessionOf(
      await this.ask(() =>
        this.stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: reference.bookingId,
            customer_email: order.email,
            line_items: [{ quantity: 1, price_data: { currency: order.price.currency.toLowerCase(), unit_amount: order.price.amountMinor, product_data: { name: order.item } } }],
            metadata,
            payment_intent_data: { metadata },
            expires_at: Math.floor(order.expiresAt.getTime() / 1_000),
            success_url: order.successUrl,
            cancel_url: order.cancelUrl,
            ...SESSION_DETAIL,
          },
          { idempotencyKey: order.key },
        ),
      ),
    );
  }

  async readSession(checkoutSessionId: string): Promise<ProviderSession | undefined> {
    const found = await this.askFor(() => this.stripe.checkout.sessions.retrieve(checkoutSessionId, SESSION_DETAIL));
    return found && sessionOf(found);
  }

  async expireSession(checkoutSessionId: string): Promise<ProviderSession | undefined> {
    try {
      return sessionOf(await this.ask(() => this.stripe.checkout.sessions.expire(checkoutSessionId, SESSION_DETAIL)));
    } catch (error) {
      // Paid, or expired by itself, since we last looked: what is true now decides.
      if (error instanceof ProviderRefusedError) return this.readSession(checkoutSessionId);
      throw error;
    }
  }

  async *sessionsSince(since: Date): AsyncIterable<ProviderSession> {
    yield* this.pages((cursor) =>
      this.stripe.checkout.sessions.list({ created: { gte: Math.floor(since.getTime() / 1_000) }, limit: 100, expand: ['data.payment_intent'], ...cursor }),
    sessionOf);
  }

  async *noticesSince(since: Date): AsyncIterable<ProviderNotice> {
    yield* this.pages((cursor) =>
      this.stripe.events.list({ created: { gte: Math.floor(since.getTime() / 1_000) }, types: [...FOLLOWED_TYPES], limit: 100, ...cursor }),
    noticeOf);
  }

  async refund(order: RefundOrder): Promise<ProviderRefund> {
    return refundOf(
      await this.ask(() =>
        this.stripe.refunds.create(
          { payment_intent: order.paymentIntentId, amount: order.amount.amountMinor, metadata: { refundId: order.refundId } },
          { idempotencyKey: order.key },
        ),
      ),
    );
  }

  async readRefund(providerRefundId: string): Promise<ProviderRefund | undefined> {
    const found = await this.askFor(() => this.stripe.refunds.retrieve(providerRefundId));
    return found && refundOf(found);
  }

  async refundsOf(paymentIntentId: string): Promise<readonly ProviderRefund[]> {
    const { data } = await this.ask(() => this.stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }));
    return data.map(refundOf);
  }

  private async *pages<T extends { id: string }, R>(list: (cursor: { starting_after?: string }) => Promise<Stripe.ApiList<T>>, read: (row: T) => R): AsyncIterable<R> {
    let cursor: { starting_after?: string } = {};
    for (;;) {
      const page = await this.ask(() => list(cursor));
      yield* page.data.map(read);
      const last = page.data.at(-1);
      if (!page.has_more || !last) return;
      cursor = { starting_after: last.id };
    }
  }

  /** As {@link ask}, where "there is no such thing" is an answer. */
  private async askFor<T>(call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await this.ask(call);
    } catch (error) {
      if (error instanceof ProviderRefusedError && error.code === 'resource_missing') return undefined;
      throw error;
    }
  }

  private async ask<T>(call: () => Promise<T>): Promise<T> {
    if (!this.breaker.allows(Date.now())) throw new ProviderUnavailableError('the payment provider is given a rest');
    const deadline = Date.now() + this.timeoutMs;
    for (;;) {
      try {
        const answer = await within(deadline - Date.now(), call());
        this.breaker.succeeded();
        return answer;
      } catch (error) {
        const wait = error instanceof Stripe.errors.StripeRateLimitError ? Number(error.headers?.['retry-after'] ?? 1) * 1_000 : undefined;
        if (wait !== undefined && wait <= LONGEST_PATIENCE_MS && Date.now() + wait < deadline) {
          await new Promise((resolve) => setTimeout(resolve, wait));
          continue;
        }
        throw this.failure(error, wait);
      }
    }
  }

  private failure(error: unknown, restMs: number | undefined): Error {
    const now = Date.now();
    if (restMs !== undefined) {
      this.breaker.succeeded();
      this.breaker.rest(now, restMs);
      return new ProviderUnavailableError('the payment provider limits its rate', { cause: error });
    }
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 409) {
      // An earlier request of ours with the same key is still being worked on: the provider is well, its answer comes later.
      this.breaker.succeeded();
      return new ProviderUnavailableError('the payment provider is still at it', { cause: error });
    }
    const refused =
      error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeIdempotencyError || error instanceof Stripe.errors.StripeCardError;
    if (refused) {
      this.breaker.succeeded();
      return new ProviderRefusedError(error.code ?? error.type, { cause: error });
    }
    this.breaker.failed(now);
    return new ProviderUnavailableError('the payment provider did not answer', { cause: error });
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads our reference from metadata, trusting none of it: the same account may serve other shops. */
function referenceOf(metadata: Stripe.Metadata | null): SessionReference | undefined {
  const bookingId = idSchema('booking').safeParse(metadata?.['bookingId']);
  const userId = idSchema('user').safeParse(metadata?.['userId']);
  const attempt = metadata?.['attempt'] ?? '';
  if (!bookingId.success || !userId.success || !/^[1-9][0-9]{0,3}$/.test(attempt)) return undefined;
  return { bookingId: bookingId.data, userId: userId.data, attempt: Number(attempt) };
}

function sessionOf(session: Stripe.Checkout.Session): ProviderSession {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const state = stateOf(session, intent);
  const received = state === 'paid' && intent ? intent.amount_received : (session.amount_total ?? 0);
  return {
    checkoutSessionId: session.id,
    reference: referenceOf(session.metadata),
    email: session.customer_email ?? session.customer_details?.email ?? '',
    href: session.url ?? '',
    createdAt: new Date(session.created * 1_000),
    expiresAt: new Date(session.expires_at * 1_000),
    state,
    amount: { amountMinor: received, currency: (intent?.currency ?? session.currency ?? '').toUpperCase() },
    paymentIntentId: intent?.id ?? (typeof session.payment_intent === 'string' ? session.payment_intent : undefined),
  };
}

function stateOf(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): ProviderSession['state'] {
  if (session.status === 'expired') return 'expired';
  if (session.status !== 'complete') return 'open';
  if (session.payment_status !== 'unpaid') return 'paid';
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled' ? 'failed' : 'processing';
}

function refundOf(refund: Stripe.Refund): ProviderRefund {
  const states: Readonly<Record<string, ProviderRefund['state']>> = { succeeded: 'succeeded', failed: 'failed', canceled: 'failed' };
  return {
    providerRefundId: refund.id,
    refundId: refund.metadata?.['refundId'],
    paymentIntentId: typeof refund.payment_intent === 'string' ? refund.payment_intent : (refund.payment_intent?.id ?? ''),
    state: states[refund.status ?? ''] ?? 'pending',
    amount: { amountMinor: refund.amount, currency: refund.currency.toUpperCase() },
  };
}

/** What a message is about; its content beyond that is never used. */
export function noticeOf(event: Stripe.Event): ProviderNotice {
  const object = event.data.object as { id?: unknown; object?: unknown };
  const followed = (FOLLOWED_TYPES as readonly string[]).includes(event.type);
  const about = !followed ? 'other' : event.type.startsWith('checkout.session.') ? 'session' : 'refund';
  return { id: event.id, type: event.type, about, objectId: typeof object.id === 'string' ? object.id : '', live: event.livemode };
}
