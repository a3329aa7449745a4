import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { paymentOf, payOnPage, reservationOf, SiteClient, type Buyer, type Order } from '@concert/test-kit/site-client';

/** Somebody's purchase that was paid at the payment provider. */
export interface Purchase {
  readonly bookingId: string;
  readonly buyer: Buyer;
}

/** Pause between two actions of one person: enough people to notice a gap, too few to be a flood. */
const THINKING_MS = 40;
/** How often somebody who is told to wait presses again; each time they wait as long as they are told. */
const PRESSES = 3;

/** What became of the requests of one kind. */
export interface Count {
  sent: number;
  failed: number;
  /** Sent again on a new connection, because the kept one was closed before it was used: every browser does that. */
  again: number;
  /** Answered with 503 and Retry-After, and answered well when sent again after that time. */
  told: number;
}

/** What a request asks for, by the beginning of its path. */
const KINDS: readonly (readonly [path: string, kind: string])[] = [
  ['/api/concert', 'concert'],
  ['/api/auth/session', 'session'],
  ['/api/reserve-your-seat', 'reservation'],
  ['/api/create-payment', 'payment page'],
  ['/api/ticket-bookings/', 'return page'],
  ['/', 'page'],
];
const GENERAL: Order = { seating: 'General Seating', notickets: 1 };

interface Answer {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  readonly body: string;
}

/** Visitors and buyers who keep using the site over kept connections, and count what failed. */
export class Load {
  readonly counts = new Map<string, Count>();
  readonly faults: string[] = [];
  readonly purchases: Purchase[] = [];
  /** Requests whose answer was to wait a moment. */
  readonly told: { readonly from: number; readonly what: string }[] = [];
  readonly #site: URL;
  readonly #agent: Agent;
  readonly #lanes: Promise<void>[] = [];
  #on = true;

  constructor(site: string, sockets: number) {
    this.#site = new URL(site);
    this.#agent = new Agent({ keepAlive: true, maxSockets: sockets });
  }

  /** Starts people: each does one thing after the other. */
  start(visitors: number, buyers: readonly Buyer[]): void {
    for (let index = 0; index < visitors; index += 1) {
      const visitor = this.#client();
      this.#go(async () => {
        await this.#fetch(this.#site.origin).catch(() => undefined);
        await visitor.booking.showConcert();
      });
    }
    for (const buyer of buyers) {
      const client = this.#client(buyer);
      this.#go(async () => {
        await client.auth.showSession();
        await client.booking.reserve({ body: reservationOf(buyer, GENERAL) }, { idempotencyKey: randomUUID() });
      });
    }
  }

  /** Starts people who come one after the other, so many at once, each of whom reserves and pays at the payment provider. */
  sell(payments: string, buyers: readonly Buyer[], atOnce: number): void {
    const coming = [...buyers];
    for (let index = 0; index < atOnce; index += 1) {
      this.#go(async () => {
        const buyer = coming.shift();
        if (buyer) await this.#buy(payments, buyer);
        else await pause(THINKING_MS);
      });
    }
  }

  /** Somebody whose requests are counted. */
  #client(buyer?: Buyer): SiteClient {
    return new SiteClient(this.#site.origin, { cookie: buyer?.cookie, fetch: (url, init) => this.#fetch(url, init) });
  }

  async #buy(payments: string, buyer: Buyer): Promise<void> {
    const client = this.#client(buyer);
    const reserved = await client.booking.reserve({ body: reservationOf(buyer, GENERAL) }, { idempotencyKey: randomUUID() });
    if (!reserved.ok) return;
    const bookingId = reserved.value.id;
    const body = paymentOf(client.site, buyer, GENERAL, bookingId);
    const opened = await client.payment.createPayment({ body }, { idempotencyKey: randomUUID() });
    if (!opened.ok) return;
    await payOnPage(payments, opened.value.checkoutSessionId);
    this.purchases.push({ bookingId, buyer });
    await client.booking.showBooking({ params: { bookingId } });
  }

  /** Lets everybody finish what they began. */
  async stop(): Promise<void> {
    this.#on = false;
    await Promise.all(this.#lanes);
    this.#agent.destroy();
  }

  get total(): Count {
    const all = [...this.counts.values()];
    const sum = (of: (count: Count) => number) => all.reduce((total, count) => total + of(count), 0);
    return {
      sent: sum(({ sent }) => sent),
      failed: sum(({ failed }) => failed),
      again: sum(({ again }) => again),
      told: sum(({ told }) => told),
    };
  }

  #go(work: () => Promise<void>): void {
    const lane = async () => {
      while (this.#on) await work();
    };
    this.#lanes.push(lane());
  }

  /** Sends a request over a kept connection, again where a browser would, and counts it. @throws Error when it failed, which is noted */
  async #fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const kind = KINDS.find(([path]) => pathname.startsWith(path))![1];
    const count = this.counts.get(kind) ?? { sent: 0, failed: 0, again: 0, told: 0 };
    this.counts.set(kind, count);
    count.sent += 1;
    try {
      for (let press = 1; ; press += 1) {
        const from = Date.now();
        let answer = await this.#send(url, init);
        if (answer === 'closed before use') {
          count.again += 1;
          answer = await this.#send(url, init, false);
        }
        if (answer === 'closed before use') throw new Error(answer);
        if (answer.status < 500) return new Response(answer.body, { status: answer.status });
        const what = `${kind}: ${answer.status} ${answer.body.slice(0, 300)}`;
        if (answer.status !== 503 || answer.retryAfterMs === undefined || press === PRESSES) throw new Error(what);
        count.told += 1;
        this.told.push({ from, what });
        await pause(answer.retryAfterMs);
      }
    } catch (error) {
      count.failed += 1;
      this.faults.push(`${new Date().toISOString()} ${(error as Error).message}`);
      throw error;
    } finally {
      await pause(THINKING_MS);
    }
  }

  #send(url: string, { method = 'GET', headers, body }: RequestInit, keepAlive = true): Promise<Answer | 'closed before use'> {
    const { pathname, search } = new URL(url);
    const bytes = body as string | undefined;
    return new Promise((resolve, reject) => {
      const call = request(
        {
          ...(keepAlive ? { agent: this.#agent } : { agent: false }),
          hostname: this.#site.hostname,
          port: this.#site.port,
          method,
          path: pathname + search,
          timeout: 30_000,
          headers: {
            ...Object.fromEntries(new Headers(headers)),
            ...(bytes === undefined ? {} : { 'content-length': Buffer.byteLength(bytes) }),
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          const seconds = answer.headers['retry-after'];
          answer.once('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              retryAfterMs: seconds === undefined ? undefined : Number(seconds) * 1_000,
              body: Buffer.concat(chunks).toString(),
            }),
          );
          answer.once('error', reject);
          answer.once('aborted', () => reject(new Error('the answer broke off')));
        },
      );
      call.once('timeout', () => call.destroy(new Error('no answer in time')));
      call.once('error', (error: NodeJS.ErrnoException) => {
        if (call.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) resolve('closed before use');
        else reject(error);
      });
      call.end(bytes);
    });
  }
}
