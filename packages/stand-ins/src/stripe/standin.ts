import Fastify from 'fastify';
import { Account } from './account.ts';
import { ALL_PAYMENT_METHODS, type Dashboard } from './account-options.ts';
import { addAdmin } from './admin.ts';
import { addApi } from './api.ts';
import { addEntrance, hostOf, listen, type StandinPlace } from '../host-check.ts';
import { addCheckoutPage } from './checkout-page.ts';
import { faultsSchema, type Faults } from './faults.ts';
import type { StripeEvent } from './objects.ts';
import type { Surroundings } from './requests.ts';
import { Store } from './store.ts';
import { WebhookSender } from './webhooks.ts';

/** How a stand-in is started. */
export interface StripeStandinOptions extends StandinPlace {
  webhookUrl?: string;
  webhookSecret?: string;
  /** Types of events that the webhook is told of; all, when left out. */
  webhookTypes?: readonly string[];
  /** Address under which a browser reaches the hosted page. */
  publicUrl?: string;
  retryDelaysMs?: readonly number[];
  /** How long the hosted page waits for the webhook's answer before it sends the buyer back. */
  redirectWaitMs?: number;
  /** How long late cards and refunds take, on the stand-in's clock. */
  lateMs?: number;
  /** What the account's dashboard offers to buyers of pages that do not say; everything, when left out. */
  dashboard?: Dashboard;
  /** Milliseconds of the clock everything starts from; what is advanced comes on top of it. */
  now?: () => number;
}

/** A running stand-in. */
export interface StripeStandin {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** Live switches; see {@link Faults}. */
  readonly faults: Faults;
  setWebhook(url: string, secret: string): void;
  /** Moves the clock forward, or back by a negative number, and does what becomes due. */
  advance(milliseconds: number): void;
  close(): Promise<void>;
}

const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000];
const TICK_MS = 250;
const NO_REQUEST: StripeEvent['request'] = { id: null, idempotency_key: null };

/** Starts a Stripe-compatible server for the official SDK: `new Stripe('sk_test_…', { host, port, protocol: 'http' })`. */
export async function startStripeStandin(options: StripeStandinOptions = {}): Promise<StripeStandin> {
  const base = options.now ?? Date.now;
  const store = new Store(options.dataFile, base);
  const faults = faultsSchema.parse({});
  const now = (): number => store.now();
  const endpoint = (url: string, secret: string) => ({ url, secret, types: options.webhookTypes && new Set(options.webhookTypes) });
  const webhooks = new WebhookSender({
    store,
    faults,
    now,
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    endpoint: options.webhookUrl ? endpoint(options.webhookUrl, options.webhookSecret ?? '') : undefined,
  });
  let request = NO_REQUEST;
  const account = new Account({
    store,
    now,
    faults: () => faults,
    publicUrl: () => options.publicUrl ?? url,
    lateMs: options.lateMs ?? 20_000,
    dashboard: options.dashboard ?? ALL_PAYMENT_METHODS,
    emit: (type, object, previous) => webhooks.emit(type, object, request, previous),
  });
  const app = Fastify({ logger: false, bodyLimit: 1_000_000, forceCloseConnections: true });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  addEntrance(app, [...(options.hosts ?? []), ...hostOf(options.publicUrl)], options.instance);
  const surroundings: Surroundings = {
    ...{ store, account, webhooks, faults, now },
    advance: (milliseconds) => {
      store.put('clock', { id: 'clock', offsetMs: (store.get('clock', 'clock')?.offsetMs ?? 0) + milliseconds });
      account.runDue();
    },
    answered: (eventId) => webhooks.firstAttempt(eventId, options.redirectWaitMs ?? 10_000),
    withRequest: (made, run) => {
      request = made;
      try {
        return run();
      } finally {
        request = NO_REQUEST;
      }
    },
  };
  for (const add of [addApi, addCheckoutPage, addAdmin]) add(app, surroundings);
  const { host, port, url } = await listen(app, options);
  const ticking = setInterval(() => {
    account.runDue();
    webhooks.tick();
  }, TICK_MS);
  webhooks.tick();
  return {
    url,
    host,
    port,
    faults,
    setWebhook: (target, secret) => (webhooks.endpoint = endpoint(target, secret)),
    advance: surroundings.advance,
    close: async () => {
      clearInterval(ticking);
      webhooks.close();
      await app.close();
    },
  };
}
