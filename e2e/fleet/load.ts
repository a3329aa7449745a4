import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Buyer } from '../buyers.ts';

/** Somebody's purchase that was paid at the payment provider. */
export interface Purchase {
  readonly bookingId: string;
  readonly buyer: Buyer;
}

/** Between two things that one person does: enough of them to notice a gap, too few to be a flood. */
const THINKING_MS = 40;
/** How often somebody who is told to wait a moment presses again; each time they wait as long as they are told. */
const PRESSES = 3;

/** What became of the requests of one kind. */
export interface Count {
  sent: number;
  failed: number;
  /** Sent again on a new connection, because the kept one was closed before it was used: every browser does that. */
  again: number;
  /** Answered with 503 and Retry-After, and well when the same was sent again after that. */
  told: number;
}

/** A stretch of time, in milliseconds. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Call {
  readonly kind: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly buyer?: Buyer;
  readonly body?: object;
  readonly key?: string;
}

interface Answer {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  readonly body: string;
}

/** Visitors and buyers who go on all the time over kept connections, and count what did not work. */
export class Load {
  readonly counts = new Map<string, Count>();
  readonly faults: string[] = [];
  readonly purchases: Purchase[] = [];
  /** Requests whose answer was to wait a moment. */
  readonly told: (Stretch & { readonly what: string })[] = [];
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
      this.#go(async () => {
        await this.#count({ kind: 'page', method: 'GET', path: '/' });
        await this.#count({ kind: 'concert', method: 'GET', path: '/api/concert' });
      });
    }
    for (const buyer of buyers) {
      this.#go(async () => {
        await this.#count({ kind: 'session', method: 'GET', path: '/api/session', buyer });
        await this.#reserve(buyer);
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

  #reserve(buyer: Buyer): Promise<Answer | undefined> {
    return this.#count({
      kind: 'reservation',
      method: 'POST',
      path: '/api/reserve-your-seat',
      buyer,
      key: randomUUID(),
      body: { ...this.#seats(buyer), status: 'pending', host: this.#site.origin },
    });
  }

  #seats(buyer: Buyer): object {
    return {
      firstname: buyer.name,
      lastname: '',
      email: buyer.email,
      phoneno: '(555) 123-4567',
      notickets: 1,
      amount: 2_500,
      currency: 'USD',
      seating: 'General Seating',
    };
  }

  async #buy(payments: string, buyer: Buyer): Promise<void> {
    const { origin } = this.#site;
    const reserved = await this.#reserve(buyer);
    if (reserved?.status !== 201) return;
    const bookingId = (JSON.parse(reserved.body) as { id: string }).id;
    const back = {
      successfulUrl: `${origin}/payment-successful`,
      cancelUrl: `${origin}/payment-cancelled`,
      failureUrl: `${origin}/payment-failed`,
    };
    const opened = await this.#count({
      kind: 'payment page',
      method: 'POST',
      path: '/api/create-payment',
      buyer,
      key: randomUUID(),
      body: { ...this.#seats(buyer), userbookingid: bookingId, ...back },
    });
    if (opened?.status !== 200) return;
    const { checkoutSessionId } = JSON.parse(opened.body) as { checkoutSessionId: string };
    await fetch(`${payments}/c/pay/${checkoutSessionId}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ cardNumber: '4242424242424242', cardExpiry: '12 / 40', cardCvc: '123' }),
    });
    this.purchases.push({ bookingId, buyer });
    await this.#count({ kind: 'return page', method: 'GET', path: `/api/ticket-bookings/${bookingId}`, buyer });
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

  /** @returns undefined when it failed, which is noted */
  async #count(call: Call): Promise<Answer | undefined> {
    const count = this.counts.get(call.kind) ?? { sent: 0, failed: 0, again: 0, told: 0 };
    this.counts.set(call.kind, count);
    count.sent += 1;
    try {
      for (let press = 1; ; press += 1) {
        const from = Date.now();
        let answer = await this.#send(call);
        if (answer === 'closed before use') {
          count.again += 1;
          answer = await this.#send(call, false);
        }
        if (answer === 'closed before use') throw new Error(answer);
        if (answer.status < 500) return answer;
        const what = `${call.kind}: ${answer.status} ${answer.body.slice(0, 300)}`;
        if (answer.status !== 503 || answer.retryAfterMs === undefined || press === PRESSES) throw new Error(what);
        count.told += 1;
        this.told.push({ from, to: Date.now(), what });
        await pause(answer.retryAfterMs);
      }
    } catch (error) {
      count.failed += 1;
      this.faults.push(`${new Date().toISOString()} ${(error as Error).message}`);
      return undefined;
    } finally {
      await pause(THINKING_MS);
    }
  }

  #send({ method, path, buyer, body, key }: Call, keepAlive = true): Promise<Answer | 'closed before use'> {
    const bytes = body ? JSON.stringify(body) : undefined;
    return new Promise((resolve, reject) => {
      const call = request(
        {
          ...(keepAlive ? { agent: this.#agent } : { agent: false }),
          hostname: this.#site.hostname,
          port: this.#site.port,
          method,
          path,
          timeout: 30_000,
          headers: {
            ...(buyer ? { cookie: buyer.cookie } : {}),
            ...(bytes ? { origin: this.#site.origin, 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) } : {}),
            ...(key ? { 'idempotency-key': key } : {}),
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
