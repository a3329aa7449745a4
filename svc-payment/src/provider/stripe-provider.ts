import type { Payout } from '@concert/contracts/payment/books';
import { systemClock, type Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import pLimit from 'p-limit';
import Stripe from 'stripe';
import {
  ProviderRefusedError,
  type BalanceMovement,
  type PaymentProvider,
  type ProviderBalance,
  type ProviderDispute,
  type ProviderFraudWarning,
  type ProviderNotice,
  type ProviderRefund,
  type ProviderSession,
  type RefundOrder,
  type SessionOrder,
  type SessionReference,
  type NoticeFilter,
} from './payment-provider.ts';
import { ProviderClock } from './provider-clock.ts';
import { StripeCalls, type ProviderWatch } from './stripe-calls.ts';
import { balanceOf, disputeOf, FOLLOWED_TYPES, movementOf, noticeOf, payoutOf, refundOf, sessionOf, warningOf } from './stripe-objects.ts';

/** Short, because a buyer waits for these calls. */
const TIMEOUT_MS = 5_000;
const NETWORK_RETRIES = 1;

/** The number of pages that one list call returns. */
const LIST_SIZE = 100;
/** Of payouts, which come once a day at most, the page shows the latest. */
const PAYOUTS_LISTED = 20;
/** Fewer pages than this are read one by one: a list would contain mostly others. */
const WORTH_A_LIST = 4;
const READS_AT_ONCE = 8;

/**
 * Only cards and their wallets, in the currency we ask for, whatever the account's dashboard enables. Other methods settle after days,
 * when the seats may be sold again, and we do not accept other currencies.
 */
const ONLY_CARDS_IN_OUR_CURRENCY: Pick<Stripe.Checkout.SessionCreateParams, 'allowed_payment_method_types' | 'adaptive_pricing'> = {
  allowed_payment_method_types: ['card'],
  adaptive_pricing: { enabled: false },
};

const SESSION_DETAIL = { expand: ['payment_intent.latest_charge'] };
const LISTED_SESSION_DETAIL = { expand: ['data.payment_intent.latest_charge'] };
const REFUND_DETAIL = { expand: ['charge'] };

/** Settings of the provider. */
export interface StripeSettings {
  readonly secretKey: string;
  /** An address other than Stripe's own. */
  readonly apiUrl?: string | undefined;
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  readonly watch?: ProviderWatch | undefined;
  readonly log?: Log;
}

/** Stripe, through its official SDK only. */
export class StripeProvider implements PaymentProvider {
  private readonly stripe: Stripe;
  private readonly calls: StripeCalls;
  private readonly clock: ProviderClock;

  constructor(settings: StripeSettings) {
    const timeout = settings.timeoutMs ?? TIMEOUT_MS;
    this.clock = new ProviderClock(settings.clock ?? systemClock, settings.log);
    this.calls = new StripeCalls(timeout, this.clock, settings.watch);
    const address = settings.apiUrl === undefined ? undefined : new URL(settings.apiUrl);
    const protocol = address?.protocol === 'http:' ? 'http' : 'https';
    this.stripe = new Stripe(settings.secretKey, {
      timeout,
      maxNetworkRetries: NETWORK_RETRIES,
      telemetry: false,
      ...(address ? { host: address.hostname, port: address.port || (protocol === 'http' ? 80 : 443), protocol } : {}),
    });
  }

  clockAheadMs(): number {
    return this.clock.aheadMs;
  }

  measuredClockAheadMs(): number {
    return this.clock.measuredAheadMs;
  }

  async openSession(order: SessionOrder): Promise<ProviderSession> {
    const { reference, giftMinor = 0 } = order;
    const line = (name: string, amountMinor: number) => ({
      quantity: 1,
      price_data: { currency: order.price.currency.toLowerCase(), unit_amount: amountMinor, product_data: { name } },
    });
    const metadata = {
      bookingId: reference.bookingId,
      userId: reference.userId,
      attempt: String(reference.attempt),
      ...(order.seats ? { seating: order.seats.seating, tickets: String(order.seats.tickets) } : {}),
      ...(giftMinor > 0 ? { giftMinor: String(giftMinor) } : {}),
    };
    return this.seen(
      await this.calls.ask('open page', () =>
        this.stripe.checkout.sessions.create(
          {
            mode: 'payment',
            ...ONLY_CARDS_IN_OUR_CURRENCY,
            client_reference_id: reference.bookingId,
            customer_email: order.email,
            line_items: [
              line(order.item, order.price.amountMinor - giftMinor),
              ...(giftMinor > 0 ? [line('Gift to the welfare work', giftMinor)] : []),
            ],
            metadata,
            // Else the money may be seen on the account an hour after it is paid.
            payment_intent_data: { metadata, capture_method: 'automatic' },
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
    const found = await this.calls.askFor('read page', () => this.stripe.checkout.sessions.retrieve(checkoutSessionId, SESSION_DETAIL));
    return found && this.seen(found);
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
      // After the first failure no further page is read.
      limit.clearQueue();
    }
    return found;
  }

  async sessionOfPayment(paymentIntentId: string): Promise<ProviderSession | undefined> {
    const { data } = await this.calls.ask('find page', () =>
      this.stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1, ...LISTED_SESSION_DETAIL }),
    );
    return data[0] && this.seen(data[0]);
  }

  /** Pages created close together are close in the provider's list, which is read as long as that is cheaper than single reads. */
  private async readInList(
    wanted: readonly { checkoutSessionId: string; madeAt: number }[],
    found: Map<string, ProviderSession>,
  ): Promise<void> {
    const times = wanted.map(({ madeAt }) => Math.floor(madeAt / 1_000));
    const created = { gte: Math.min(...times), lte: Math.max(...times) };
    const ids = new Set(wanted.map(({ checkoutSessionId }) => checkoutSessionId));
    let looked = 0;
    for await (const seen of this.calls.pages(
      'list pages',
      (cursor) => this.stripe.checkout.sessions.list({ created, limit: LIST_SIZE, ...LISTED_SESSION_DETAIL, ...cursor }),
      (session: Stripe.Checkout.Session) => this.seen(session),
    )) {
      looked += 1;
      if (ids.has(seen.checkoutSessionId)) found.set(seen.checkoutSessionId, seen);
      if (found.size === ids.size || looked > wanted.length * (LIST_SIZE / WORTH_A_LIST)) return;
    }
  }

  async sessionsFor(reference: SessionReference, since: Date): Promise<readonly ProviderSession[]> {
    const found: ProviderSession[] = [];
    // The provider cannot list by our reference, so all pages since that time are searched.
    for await (const seen of this.sessionsSince(since)) {
      if (seen.reference?.bookingId === reference.bookingId && seen.reference.attempt === reference.attempt) found.push(seen);
    }
    return found;
  }

  async expireSession(checkoutSessionId: string): Promise<ProviderSession | undefined> {
    try {
      return this.seen(await this.calls.ask('close page', () => this.stripe.checkout.sessions.expire(checkoutSessionId, SESSION_DETAIL)));
    } catch (error) {
      // It was paid, or expired by itself, since we last read it. Its state now decides.
      if (error instanceof ProviderRefusedError) return this.readSession(checkoutSessionId);
      throw error;
    }
  }

  async *sessionsSince(since: Date, until?: Date): AsyncIterable<ProviderSession> {
    yield* this.calls.pages(
      'list pages',
      (cursor) => this.stripe.checkout.sessions.list({ ...this.madeBetween(since, until), ...LISTED_SESSION_DETAIL, ...cursor }),
      (session: Stripe.Checkout.Session) => this.seen(session),
    );
  }

  async *noticesSince(since: Date, { until, undeliveredOnly }: NoticeFilter = {}): AsyncIterable<ProviderNotice> {
    yield* this.calls.pages(
      'list notices',
      (cursor) =>
        this.stripe.events.list({
          ...this.madeBetween(since, until),
          types: [...FOLLOWED_TYPES],
          ...(undeliveredOnly && { delivery_success: false }),
          ...cursor,
        }),
      noticeOf,
    );
  }

  async refund(order: RefundOrder): Promise<ProviderRefund> {
    return refundOf(
      await this.calls.ask('refund', () =>
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
    const found = await this.calls.askFor('read refund', () => this.stripe.refunds.retrieve(providerRefundId, REFUND_DETAIL));
    return found && refundOf(found);
  }

  async refundsOf(paymentIntentId: string): Promise<readonly ProviderRefund[]> {
    const { data } = await this.calls.ask('list refunds', () =>
      this.stripe.refunds.list({ payment_intent: paymentIntentId, limit: LIST_SIZE, expand: ['data.charge'] }),
    );
    return data.map(refundOf);
  }

  async readDispute(disputeId: string): Promise<ProviderDispute | undefined> {
    const found = await this.calls.askFor('read dispute', () => this.stripe.disputes.retrieve(disputeId));
    return found && disputeOf(found);
  }

  async *movementsSince(since: Date): AsyncIterable<BalanceMovement> {
    yield* this.calls.pages(
      'list movements',
      (cursor) => this.stripe.balanceTransactions.list({ ...this.madeBetween(since), expand: ['data.source'], ...cursor }),
      movementOf,
    );
  }

  async balance(): Promise<readonly ProviderBalance[]> {
    return balanceOf(await this.calls.ask('read balance', () => this.stripe.balance.retrieve()));
  }

  async payouts(): Promise<readonly Payout[]> {
    const { data } = await this.calls.ask('list payouts', () => this.stripe.payouts.list({ limit: PAYOUTS_LISTED }));
    return data.map(payoutOf);
  }

  async *fraudWarningsSince(since: Date): AsyncIterable<ProviderFraudWarning> {
    yield* this.calls.pages(
      'list fraud warnings',
      (cursor) => this.stripe.radar.earlyFraudWarnings.list({ ...this.madeBetween(since), ...cursor }),
      warningOf,
    );
  }

  private seen(session: Stripe.Checkout.Session): ProviderSession {
    return sessionOf(session, this.clock.aheadMs);
  }

  /** A list of what was made between two moments, in seconds since 1970 by the provider's clock. */
  private madeBetween(since: Date, until?: Date) {
    const secondOf = (at: Date) => Math.floor((at.getTime() + this.clock.aheadMs) / 1_000);
    return { created: { gte: secondOf(since), ...(until && { lte: secondOf(until) }) }, limit: LIST_SIZE };
  }
}
