import { seatingSchema } from '@concert/contracts/booking/seating';
import { idSchema } from '@concert/contracts/core/ids';
import { withTimeout } from '@concert/service-kit/with-timeout';
import pLimit from 'p-limit';
import Stripe from 'stripe';
import { CircuitBreaker } from './circuit-breaker.ts';
import {
  ProviderRefusedError,
  ProviderUnavailableError,
  type NoticeAbout,
  type PaymentProvider,
  type ProviderDispute,
  type ProviderNotice,
  type ProviderPayment,
  type ProviderRefund,
  type ProviderSession,
  type RefundOrder,
  type SessionOrder,
  type SessionReference,
  type SoldSeats,
} from './payment-provider.ts';

/** A buyer waits for these calls. */
const TIMEOUT_MS = 5_000;
const NETWORK_RETRIES = 1;
const FAILURES_BEFORE_REST = 5;
const REST_MS = 5_000;
/** A wait the provider asks for is waited out while somebody waits for us, up to this. */
const MAX_PATIENCE_MS = 2_000;

/** As many pages as one list call brings. */
const LIST_SIZE = 100;
/** Fewer pages than this are read one by one: a list would bring mostly others. */
const WORTH_A_LIST = 4;
const READS_AT_ONCE = 8;

/** Messages that are a reason to look at something of ours, and at what. */
const FOLLOWED: Readonly<Record<string, NoticeAbout>> = {
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

/**
 * Cards and their wallets, in the currency we ask in, whatever the account's dashboard offers: other methods settle after
 * days, when the seats are sold again, and other currencies are no money of ours.
 */
const ONLY_CARDS_IN_OUR_CURRENCY: Pick<Stripe.Checkout.SessionCreateParams, 'allowed_payment_method_types' | 'adaptive_pricing'> = {
  allowed_payment_method_types: ['card'],
  adaptive_pricing: { enabled: false },
};

const SESSION_DETAIL = { expand: ['payment_intent'] };
const REFUND_DETAIL = { expand: ['charge'] };

/** Settings of the adapter. */
export interface StripeSettings {
  readonly secretKey: string;
  /** Another address than Stripe's own. */
  readonly apiUrl?: string | undefined;
  readonly timeoutMs?: number;
  readonly watch?: ProviderWatch | undefined;
}

/** Is told how calls went. */
export interface ProviderWatch {
  /** @param outcome `answered`, `refused`, `unavailable`, or `spared` where the circuit let nothing through */
  called(call: string, outcome: 'answered' | 'refused' | 'unavailable' | 'spared', seconds: number): void;
  /** Whether calls are held back from now on. */
  circuit(open: boolean): void;
}

/** Stripe, through its official SDK only. */
export class StripeProvider implements PaymentProvider {
  private readonly stripe: Stripe;
  private readonly timeoutMs: number;
  private readonly watch: ProviderWatch | undefined;
  private readonly breaker = new CircuitBreaker(FAILURES_BEFORE_REST, REST_MS);

  constructor(settings: StripeSettings) {
    this.timeoutMs = settings.timeoutMs ?? TIMEOUT_MS;
    this.watch = settings.watch;
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
    const metadata = {
      bookingId: reference.bookingId,
      userId: reference.userId,
      attempt: String(reference.attempt),
      ...(order.seats ? { seating: order.seats.seating, tickets: String(order.seats.tickets) } : {}),
    };
    return sessionOf(
      await this.ask('open page', () =>
        this.stripe.checkout.sessions.create(
          {
            mode: 'payment',
            ...ONLY_CARDS_IN_OUR_CURRENCY,
            client_reference_id: reference.bookingId,
            customer_email: order.email,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: order.price.currency.toLowerCase(),
                  unit_amount: order.price.amountMinor,
                  product_data: { name: order.item },
                },
              },
            ],
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
    const found = await this.askFor('read page', () => this.stripe.checkout.sessions.retrieve(checkoutSessionId, SESSION_DETAIL));
    return found && sessionOf(found);
  }

  async readSessions(
    pages: readonly { readonly checkoutSessionId: string; readonly madeAt: Date | undefined }[],
  ): Promise<ReadonlyMap<string, ProviderSession>> {
    const found = new Map<string, ProviderSession>();
    const listed = pages.filter(({ madeAt }) => madeAt !== undefined);
    if (listed.length >= WORTH_A_LIST)
      await this.readInList(
        listed.map(({ checkoutSessionId, madeAt }) => ({ checkoutSessionId, madeAt: madeAt?.getTime() ?? 0 })),
        found,
      );
    const rest = pages.filter(({ checkoutSessionId }) => !found.has(checkoutSessionId));
    const limit = pLimit(READS_AT_ONCE);
    try {
      await limit.map(rest, async ({ checkoutSessionId }) => {
        const seen = await this.readSession(checkoutSessionId);
        if (seen) found.set(checkoutSessionId, seen);
      });
    } finally {
      // After one that failed no other is asked for.
      limit.clearQueue();
    }
    return found;
  }

  async sessionOfPayment(paymentIntentId: string): Promise<ProviderSession | undefined> {
    const { data } = await this.ask('find page', () =>
      this.stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1, expand: ['data.payment_intent'] }),
    );
    return data[0] && sessionOf(data[0]);
  }

  /** Pages made close together stand close together in the provider's list; it is read as long as that is cheaper than asking one by one. */
  private async readInList(
    wanted: readonly { checkoutSessionId: string; madeAt: number }[],
    found: Map<string, ProviderSession>,
  ): Promise<void> {
    const times = wanted.map(({ madeAt }) => Math.floor(madeAt / 1_000));
    const created = { gte: Math.min(...times), lte: Math.max(...times) };
    const ids = new Set(wanted.map(({ checkoutSessionId }) => checkoutSessionId));
    let looked = 0;
    for await (const seen of this.pages(
      'list pages',
      (cursor) => this.stripe.checkout.sessions.list({ created, limit: LIST_SIZE, expand: ['data.payment_intent'], ...cursor }),
      sessionOf,
    )) {
      looked += 1;
      if (ids.has(seen.checkoutSessionId)) found.set(seen.checkoutSessionId, seen);
      if (found.size === ids.size || looked > wanted.length * (LIST_SIZE / WORTH_A_LIST)) return;
    }
  }

  async sessionsFor(reference: SessionReference, since: Date): Promise<readonly ProviderSession[]> {
    const found: ProviderSession[] = [];
    // The provider does not list by our reference, so it is looked for among all pages of that time.
    for await (const seen of this.sessionsSince(since)) {
      if (seen.reference?.bookingId === reference.bookingId && seen.reference.attempt === reference.attempt) found.push(seen);
    }
    return found;
  }

  async expireSession(checkoutSessionId: string): Promise<ProviderSession | undefined> {
    try {
      return sessionOf(await this.ask('close page', () => this.stripe.checkout.sessions.expire(checkoutSessionId, SESSION_DETAIL)));
    } catch (error) {
      // Paid, or expired by itself, since we last looked: what is true now decides.
      if (error instanceof ProviderRefusedError) return this.readSession(checkoutSessionId);
      throw error;
    }
  }

  async *sessionsSince(since: Date): AsyncIterable<ProviderSession> {
    yield* this.pages(
      'list pages',
      (cursor) =>
        this.stripe.checkout.sessions.list({
          created: { gte: Math.floor(since.getTime() / 1_000) },
          limit: LIST_SIZE,
          expand: ['data.payment_intent'],
          ...cursor,
        }),
      sessionOf,
    );
  }

  async *noticesSince(since: Date): AsyncIterable<ProviderNotice> {
    yield* this.pages(
      'list notices',
      (cursor) =>
        this.stripe.events.list({
          created: { gte: Math.floor(since.getTime() / 1_000) },
          types: [...FOLLOWED_TYPES],
          limit: LIST_SIZE,
          ...cursor,
        }),
      noticeOf,
    );
  }

  async refund(order: RefundOrder): Promise<ProviderRefund> {
    return refundOf(
      await this.ask('refund', () =>
        this.stripe.refunds.create(
          {
            payment_intent: order.paymentIntentId,
            amount: order.amount.amountMinor,
            metadata: { refundId: order.refundId },
            ...REFUND_DETAIL,
          },
          { idempotencyKey: order.key },
        ),
      ),
    );
  }

  async readRefund(providerRefundId: string): Promise<ProviderRefund | undefined> {
    const found = await this.askFor('read refund', () => this.stripe.refunds.retrieve(providerRefundId, REFUND_DETAIL));
    return found && refundOf(found);
  }

  async refundsOf(paymentIntentId: string): Promise<readonly ProviderRefund[]> {
    const { data } = await this.ask('list refunds', () =>
      this.stripe.refunds.list({ payment_intent: paymentIntentId, limit: LIST_SIZE, expand: ['data.charge'] }),
    );
    return data.map(refundOf);
  }

  async *payments(): AsyncIterable<ProviderPayment> {
    for await (const charge of this.pages(
      'list payments',
      (cursor) => this.stripe.charges.list({ limit: LIST_SIZE, ...cursor }),
      (row: Stripe.Charge) => row,
    )) {
      if (charge.status === 'succeeded' && charge.captured) yield paymentOf(charge);
    }
  }

  async *refundsSince(since: Date): AsyncIterable<ProviderRefund> {
    yield* this.pages(
      'list refunds',
      (cursor) => this.stripe.refunds.list({ created: { gte: Math.floor(since.getTime() / 1_000) }, limit: LIST_SIZE, ...cursor }),
      refundOf,
    );
  }

  async readDispute(disputeId: string): Promise<ProviderDispute | undefined> {
    const found = await this.askFor('read dispute', () => this.stripe.disputes.retrieve(disputeId));
    return found && disputeOf(found);
  }

  async *disputesSince(since: Date): AsyncIterable<ProviderDispute> {
    yield* this.pages(
      'list disputes',
      (cursor) => this.stripe.disputes.list({ created: { gte: Math.floor(since.getTime() / 1_000) }, limit: LIST_SIZE, ...cursor }),
      disputeOf,
    );
  }

  private async *pages<T extends { id: string }, R>(
    call: string,
    list: (cursor: { starting_after?: string }) => Promise<Stripe.ApiList<T>>,
    read: (row: T) => R,
  ): AsyncIterable<R> {
    let cursor: { starting_after?: string } = {};
    for (;;) {
      const page = await this.ask(call, () => list(cursor));
      yield* page.data.map(read);
      const last = page.data.at(-1);
      if (!page.has_more || !last) return;
      cursor = { starting_after: last.id };
    }
  }

  /** As {@link ask}, where "there is no such thing" is an answer. */
  private async askFor<T>(name: string, call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await this.ask(name, call);
    } catch (error) {
      if (error instanceof ProviderRefusedError && error.code === 'resource_missing') return undefined;
      throw error;
    }
  }

  private async ask<T>(name: string, call: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const tell = (outcome: Parameters<ProviderWatch['called']>[1]) => {
      this.watch?.called(name, outcome, (performance.now() - started) / 1_000);
      this.watch?.circuit(this.breaker.isOpen(Date.now()));
    };
    if (!this.breaker.allows(Date.now())) {
      tell('spared');
      throw new ProviderUnavailableError('the payment provider is given a rest');
    }
    try {
      const answer = await this.tried(call);
      tell('answered');
      return answer;
    } catch (error) {
      tell(error instanceof ProviderRefusedError ? 'refused' : 'unavailable');
      throw error;
    }
  }

  private async tried<T>(call: () => Promise<T>): Promise<T> {
    const deadline = Date.now() + this.timeoutMs;
    for (;;) {
      try {
        const answer = await withTimeout(call(), Math.max(0, deadline - Date.now()));
        this.breaker.succeeded();
        return answer;
      } catch (error) {
        const wait = error instanceof Stripe.errors.StripeRateLimitError ? Number(error.headers?.['retry-after'] ?? 1) * 1_000 : undefined;
        if (wait !== undefined && wait <= MAX_PATIENCE_MS && Date.now() + wait < deadline) {
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
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeIdempotencyError ||
      error instanceof Stripe.errors.StripeCardError;
    if (refused) {
      this.breaker.succeeded();
      return new ProviderRefusedError(error.code ?? error.type, { cause: error });
    }
    this.breaker.failed(now);
    const keepsAnswer = error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500;
    return new ProviderUnavailableError('the payment provider did not answer', { cause: error, keepsAnswer });
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

function seatsOf(metadata: Stripe.Metadata | null): SoldSeats | undefined {
  const seating = seatingSchema.safeParse(metadata?.['seating']);
  const tickets = metadata?.['tickets'] ?? '';
  return seating.success && /^[1-6]$/.test(tickets) ? { seating: seating.data, tickets: Number(tickets) } : undefined;
}

function sessionOf(session: Stripe.Checkout.Session): ProviderSession {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const said = stateOf(session, intent);
  const received = said === 'paid' && intent ? intent.amount_received : (session.amount_total ?? 0);
  // Nothing of ours is free: a page that ended without money took none.
  const state = said === 'paid' && received === 0 ? 'failed' : said;
  return {
    checkoutSessionId: session.id,
    reference: referenceOf(session.metadata),
    seats: seatsOf(session.metadata),
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
    reason: refund.failure_reason ?? refund.pending_reason ?? undefined,
    amount: { amountMinor: refund.amount, currency: refund.currency.toUpperCase() },
    cardEnding: (typeof refund.charge === 'object' ? refund.charge?.payment_method_details?.card?.last4 : undefined) ?? undefined,
    madeAt: new Date(refund.created * 1_000),
  };
}

function paymentOf(charge: Stripe.Charge): ProviderPayment {
  const bookingId = idSchema('booking').safeParse(charge.metadata['bookingId']);
  return {
    paymentIntentId: typeof charge.payment_intent === 'string' ? charge.payment_intent : (charge.payment_intent?.id ?? ''),
    bookingId: bookingId.success ? bookingId.data : undefined,
    captured: { amountMinor: charge.amount_captured, currency: charge.currency.toUpperCase() },
    returnedMinor: charge.amount_refunded,
  };
}

function disputeOf(dispute: Stripe.Dispute): ProviderDispute {
  const { status } = dispute;
  const state = status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : status === 'lost' ? 'lost' : 'open';
  return {
    disputeId: dispute.id,
    paymentIntentId: typeof dispute.payment_intent === 'string' ? dispute.payment_intent : (dispute.payment_intent?.id ?? ''),
    state,
    moneyTaken: state !== 'won' && !status.startsWith('warning_'),
    amount: { amountMinor: dispute.amount, currency: dispute.currency.toUpperCase() },
    openedAt: new Date(dispute.created * 1_000),
  };
}

/** What a message is about; its content beyond that is never used. */
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
