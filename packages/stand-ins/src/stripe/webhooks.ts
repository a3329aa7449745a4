import { createHmac } from 'node:crypto';
import { post } from '../post.ts';
import { API_VERSION, newId, type StripeEvent } from './objects.ts';
import type { Faults } from './faults.ts';
import type { Delivery, Store } from './store.ts';

const DELIVERY_TIMEOUT_MS = 20_000;
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;
/** The provider states no bound; a low one would make the receiver look slow in a rush. */
const AT_ONCE = 200;

/** Where messages go. */
export interface WebhookEndpoint {
  url: string;
  secret: string;
  /** Types it is told of; all, when left out. */
  types?: ReadonlySet<string> | undefined;
}

/** Settings of the sender. */
export interface WebhookSenderOptions {
  store: Store;
  faults: Faults;
  now: () => number;
  endpoint: WebhookEndpoint | undefined;
  /** Waits between attempts; the last one repeats. */
  retryDelaysMs: readonly number[];
}

/** `t=…,v1=…` over `timestamp.payload`. */
function signatureOf(payload: string, secret: string, timestamp: number): string {
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')}`;
}

/** Sends signed events at least once, in no order, until the endpoint answers 2xx; each is stored first, and survives a restart. */
export class WebhookSender {
  endpoint: WebhookEndpoint | undefined;
  private readonly options: WebhookSenderOptions;
  private readonly running = new Set<string>();
  /** Ids of deliveries in state `waiting`, so that a tick need not walk through all there ever were. */
  private readonly waiting = new Set<string>();
  /** Events of which no attempt of a waiting delivery has been answered. */
  private readonly untried = new Set<string>();
  private readonly firstAttempts = new Map<string, (() => void)[]>();
  private gathered: string[] = [];
  private closed = false;

  constructor(options: WebhookSenderOptions) {
    this.options = options;
    this.endpoint = options.endpoint;
    for (const { id, state } of options.store.list('deliveries').reverse()) if (state === 'waiting') this.waiting.add(id);
  }

  /** Records an event and starts its delivery. Returns the event's id. */
  emit(type: string, object: unknown, request: StripeEvent['request'], previous?: Record<string, unknown>): string {
    const { store, faults } = this.options;
    const wanted = this.endpoint !== undefined && (this.endpoint.types?.has(type) ?? true);
    const event: StripeEvent = {
      id: newId('evt_1'),
      object: 'event',
      api_version: API_VERSION,
      created: Math.floor(this.options.now() / 1000),
      data: { object, ...(previous ? { previous_attributes: previous } : {}) },
      livemode: false,
      pending_webhooks: wanted ? 1 : 0,
      request,
      type,
    };
    store.put('events', event);
    if (!wanted) return event.id;
    const delivery: Delivery = {
      id: newId('whd_'),
      eventId: event.id,
      attempts: 0,
      nextAttemptAt: Date.now() + faults.delayWebhooksMs,
      state: 'waiting',
      lastStatus: null,
    };
    if (faults.dropWebhooks > 0) {
      faults.dropWebhooks -= 1;
      delivery.state = 'dropped';
    } else if (faults.holdWebhooks) {
      delivery.state = 'held';
    } else if (faults.reorderWebhooks > 0) {
      delivery.state = 'held';
      this.gathered.unshift(delivery.id);
      faults.reorderWebhooks -= 1;
    }
    this.keep(delivery);
    if (faults.duplicateWebhooks > 0 && delivery.state === 'waiting') {
      faults.duplicateWebhooks -= 1;
      for (const copy of ['b', 'c']) this.keep({ ...delivery, id: `${delivery.id}${copy}` });
    }
    if (this.gathered.length > 0 && faults.reorderWebhooks === 0) void this.sendInTurn(this.gathered.splice(0));
    else if (delivery.state === 'waiting' && faults.delayWebhooksMs === 0) setImmediate(() => this.tick());
    return event.id;
  }

  /** Resolves after the first attempt at an event has been answered, however it was answered, or after `limitMs`. */
  firstAttempt(eventId: string, limitMs: number): Promise<void> {
    if (!this.untried.has(eventId)) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      const done = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.firstAttempts.set(eventId, [...(this.firstAttempts.get(eventId) ?? []), done]);
    });
  }

  /** Starts every delivery whose time has come. */
  tick(): void {
    if (this.closed || !this.endpoint) return;
    for (const id of this.waiting) {
      if (this.running.size >= AT_ONCE) return;
      const delivery = this.options.store.get('deliveries', id);
      if (delivery && delivery.nextAttemptAt <= Date.now() && !this.running.has(id)) void this.attempt(id);
    }
  }

  /** Sends everything that waits or is held back, now. */
  release(order: 'as_made' | 'reversed'): Promise<void> {
    const waiting = this.options.store.list('deliveries').filter(({ state }) => state === 'held' || state === 'waiting');
    const ids = waiting.map(({ id }) => id);
    this.gathered = [];
    return this.sendInTurn(order === 'reversed' ? ids : ids.reverse());
  }

  close(): void {
    this.closed = true;
  }

  private keep(delivery: Delivery): void {
    this.options.store.put('deliveries', delivery);
    if (delivery.state === 'waiting') this.waiting.add(delivery.id);
    else this.waiting.delete(delivery.id);
    if (delivery.state === 'waiting' && delivery.attempts === 0) this.untried.add(delivery.eventId);
    else this.untried.delete(delivery.eventId);
  }

  private async sendInTurn(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const delivery = this.options.store.get('deliveries', id);
      if (delivery) this.keep({ ...delivery, state: 'waiting' });
      await this.attempt(id);
    }
  }

  private async attempt(id: string): Promise<void> {
    const { store } = this.options;
    const delivery = store.get('deliveries', id);
    const event = delivery && store.get('events', delivery.eventId);
    const endpoint = this.endpoint;
    if (this.closed || !delivery || !event || !endpoint || this.running.has(id)) return;
    this.running.add(id);
    const status = await deliver(endpoint, JSON.stringify(event, null, 2), this.options.now());
    this.running.delete(id);
    if (this.closed) return;
    const attempts = delivery.attempts + 1;
    const delivered = typeof status === 'number' && status >= 200 && status < 300;
    const givenUp = !delivered && this.options.now() - event.created * 1000 > GIVE_UP_AFTER_MS;
    const wait = this.options.retryDelaysMs[Math.min(attempts - 1, this.options.retryDelaysMs.length - 1)] ?? 0;
    this.keep({
      ...delivery,
      attempts,
      lastStatus: status,
      nextAttemptAt: Date.now() + wait,
      state: delivered ? 'delivered' : givenUp ? 'given_up' : 'waiting',
    });
    const latest = store.get('events', event.id);
    if (delivered && latest && latest.pending_webhooks > 0) store.put('events', { ...latest, pending_webhooks: 0 });
    for (const done of this.firstAttempts.get(event.id) ?? []) done();
    this.firstAttempts.delete(event.id);
    setImmediate(() => this.tick());
  }
}

async function deliver({ url, secret }: WebhookEndpoint, payload: string, now: number): Promise<number | string> {
  try {
    return await post(url, {
      body: payload,
      timeoutMs: DELIVERY_TIMEOUT_MS,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signatureOf(payload, secret, Math.floor(now / 1000)),
      },
    });
  } catch (error) {
    return error instanceof Error ? error.name : 'unreachable';
  }
}
