import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Buyer } from '../buyers.ts';

/** Between two things that one person does: enough of them to notice a gap, too few to be a flood. */
const THINKING_MS = 40;

/** What became of the requests of one kind. */
export interface Count {
  sent: number;
  failed: number;
  /** Sent again on a new connection, because the kept one was closed before it was used: every browser does that. */
  again: number;
}

interface Call {
  readonly kind: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly buyer?: Buyer;
  readonly body?: object;
  readonly key?: string;
}

/** Visitors and buyers who go on all the time over kept connections, and count what did not work. */
export class Load {
  readonly counts = new Map<string, Count>();
  readonly faults: string[] = [];
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
    for (let index = 0; index < visitors; index += 1) this.#lanes.push(this.#walk([{ kind: 'page', method: 'GET', path: '/' }, { kind: 'concert', method: 'GET', path: '/api/concert' }]));
    for (const buyer of buyers) {
      this.#lanes.push(
        this.#walk(() => [
          { kind: 'session', method: 'GET', path: '/api/session', buyer },
          { kind: 'reservation', method: 'POST', path: '/api/reserve-your-seat', buyer, key: randomUUID(), body: { firstname: buyer.name, lastname: '', email: buyer.email, phoneno: '(555) 123-4567', notickets: 1, amount: 2_500, currency: 'USD', seating: 'General Seating', status: 'pending', host: this.#site.origin } },
        ]),
      );
    }
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
    return { sent: sum(({ sent }) => sent), failed: sum(({ failed }) => failed), again: sum(({ again }) => again) };
  }

  async #walk(calls: readonly Call[] | (() => readonly Call[])): Promise<void> {
    while (this.#on) {
      for (const call of typeof calls === 'function' ? calls() : calls) {
        await this.#count(call);
        await pause(THINKING_MS);
      }
    }
  }

  async #count(call: Call): Promise<void> {
    const count = this.counts.get(call.kind) ?? { sent: 0, failed: 0, again: 0 };
    this.counts.set(call.kind, count);
    count.sent += 1;
    try {
      let answer = await this.#send(call);
      if (answer === 'closed before use') {
        count.again += 1;
        answer = await this.#send(call, false);
      }
      if (typeof answer !== 'number') throw new Error(answer);
    } catch (error) {
      count.failed += 1;
      this.faults.push(`${new Date().toISOString()} ${call.kind}: ${(error as Error).message}`);
    }
  }

  #send({ method, path, buyer, body, key }: Call, keepAlive = true): Promise<number | 'closed before use'> {
    const bytes = body ? JSON.stringify(body) : undefined;
    return new Promise((resolve, reject) => {
      const call = request(
        {
          ...(keepAlive ? { agent: this.#agent } : { agent: false }), hostname: this.#site.hostname, port: this.#site.port, method, path, timeout: 30_000,
          headers: {
            ...(buyer ? { cookie: buyer.cookie } : {}),
            ...(bytes ? { origin: this.#site.origin, 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) } : {}),
            ...(key ? { 'idempotency-key': key } : {}),
          },
        },
        (answer) => {
          const { statusCode = 0 } = answer;
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => statusCode >= 500 && chunks.push(chunk));
          answer.once('end', () => (statusCode < 500 ? resolve(statusCode) : reject(new Error(`${statusCode} ${Buffer.concat(chunks).toString().slice(0, 300)}`))));
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
