import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from './account.ts';
import { StripeFault, type StripeErrorBody } from './errors.ts';
import { expandAll } from './expansion.ts';
import type { Faults } from './faults.ts';
import { parseFormFields, type FormFields } from './form-fields.ts';
import { fingerprintOf, keptAnswer } from './kept-answers.ts';
import { API_VERSION, newId, type StripeEvent } from './objects.ts';
import { authorise, header, refuseLackingRight, refuseOtherBodies } from './request-checks.ts';
import type { Store } from './store.ts';
import type { WebhookSender } from './webhooks.ts';

const SILENCE_MS = 120_000;
const DELAY_STEP_MS = 50;
const BROKEN: StripeErrorBody = { type: 'api_error', message: 'An unknown error occurred' };

/** What the API, the admin's acts and the hosted page stand on. */
export interface Surroundings {
  store: Store;
  account: Account;
  webhooks: WebhookSender;
  faults: Faults;
  now: () => number;
  /** Moves the stand-in's clock forward, or back by a negative number, and does what becomes due. */
  advance: (milliseconds: number) => void;
  /** Called around each request, so that events name the request that made them. */
  withRequest: <T>(request: StripeEvent['request'], run: () => T) => T;
  /** Resolves once the webhook has answered the event, or the wait is over. */
  answered: (eventId: string) => Promise<void>;
}

interface ApiCall {
  params: Record<string, string>;
  fields: FormFields;
}
/** Does a request's work. @throws StripeFault when it is refused */
type Handler = (call: ApiCall) => unknown;

/** Adds a call of the API. */
export type AddRoute = (method: 'GET' | 'POST' | 'DELETE', path: string, handler: Handler) => void;

/** One request on its way to its handler. */
interface Asked {
  target: string;
  key: string | undefined;
  encoded: string;
  requestId: string;
  params: Record<string, string>;
  handler: Handler;
  faulty: boolean;
}

/** Answers requests as the provider does: keys, limits, faults that were switched on, and the form of every refusal. */
export class Requests {
  private readonly options: Surroundings;
  /** Keys of requests under way. */
  private readonly running = new Set<string>();

  constructor(options: Surroundings) {
    this.options = options;
  }

  /** Answers one request; `handler` does its work. */
  async answer(request: FastifyRequest, reply: FastifyReply, handler: Handler): Promise<unknown> {
    const requestId = newId('req_', 14);
    const key = request.method === 'POST' ? header(request, 'idempotency-key') : undefined;
    const target = `${request.method} ${request.url.split('?')[0]}`;
    // The provider's own time, which callers compare theirs with.
    reply.header('date', new Date(this.options.now()).toUTCString());
    reply.header('request-id', requestId).header('stripe-version', header(request, 'stripe-version') ?? API_VERSION);
    if (key) reply.header('idempotency-key', key);
    let claimed: string | undefined;
    try {
      refuseLackingRight(authorise(request), target, this.options.faults.keyLacks);
      if (key !== undefined) this.running.add((claimed = this.unclaimed(key)));
      refuseOtherBodies(request);
      const { faults } = this.options;
      const faulty = faults.only === '' || target === faults.only || (faults.only.endsWith('/') && target.startsWith(faults.only));
      if (faulty) this.refuseTooMany();
      if (faulty) await this.failOrWait();
      const encoded = request.method === 'POST' ? ((request.body as string | undefined) ?? '') : (request.url.split('?')[1] ?? '');
      const params = request.params as Record<string, string>;
      const outcome = this.carryOut({ target, key, encoded, requestId, params, handler, faulty });
      if (outcome.replayed) reply.header('idempotent-replayed', 'true');
      // The same request would fail again.
      if (outcome.status >= 500) reply.header('stripe-should-retry', 'false');
      if (faulty && this.loseAnswer(request, reply)) return await reply;
      if (faulty && this.options.faults.htmlNext > 0) {
        this.options.faults.htmlNext -= 1;
        return await reply.type('text/html').send('<!doctype html><title>One moment, please</title>');
      }
      return await reply.code(outcome.status).send(outcome.body);
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      return await reply
        .code(error.status)
        .headers(error.headers)
        .send({ error: withRequestId(error.body, requestId) });
    } finally {
      if (claimed !== undefined) this.running.delete(claimed);
    }
  }

  /** @throws StripeFault while another request with this key is under way */
  private unclaimed(key: string): string {
    if (!this.running.has(key)) return key;
    throw new StripeFault(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`,
    });
  }

  private refuseTooMany(): void {
    const { rateLimitSeconds: wait } = this.options.faults;
    if (wait === 0) return;
    throw new StripeFault(
      429,
      { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded. Slow down and try again.' },
      { 'retry-after': String(wait), 'stripe-rate-limited-reason': 'global-rate' },
    );
  }

  private async failOrWait(): Promise<void> {
    const { faults } = this.options;
    // Checked again and again, so that switching the delay off releases the requests it holds.
    for (let waited = 0; waited < faults.delayMs; waited += DELAY_STEP_MS)
      await new Promise((resolve) => setTimeout(resolve, Math.min(DELAY_STEP_MS, faults.delayMs - waited)).unref());
    if (faults.failNext === 0) return;
    faults.failNext -= 1;
    throw new StripeFault(500, BROKEN);
  }

  /** Whether the answer is lost although the work is done: never sent, or the connection is cut. */
  private loseAnswer(request: FastifyRequest, reply: FastifyReply): boolean {
    const { faults } = this.options;
    if (faults.silentNext > 0) {
      faults.silentNext -= 1;
      reply.hijack();
      const silence = setTimeout(() => request.raw.socket.destroy(), SILENCE_MS);
      silence.unref();
      request.raw.socket.once('close', () => clearTimeout(silence));
      return true;
    }
    if (faults.cutNext > 0) {
      faults.cutNext -= 1;
      reply.hijack();
      request.raw.socket.destroy();
      return true;
    }
    return false;
  }

  private carryOut(asked: Asked): { status: number; body: unknown; replayed: boolean } {
    const { store, now } = this.options;
    const { target, key, requestId } = asked;
    const parameters = fingerprintOf(asked.encoded);
    if (key !== undefined) {
      const kept = keptAnswer(store, now(), { key, target, parameters });
      if (kept) return { status: kept.status, body: kept.body, replayed: true };
    }
    const broken = asked.faulty && key !== undefined ? this.brokenBy() : undefined;
    const fields = parseFormFields(asked.encoded);
    let status = 200;
    let body: unknown;
    let keep = true;
    try {
      if (broken === 'before') throw new StripeFault(500, BROKEN);
      const result = this.options.withRequest({ id: requestId, idempotency_key: key ?? null }, () =>
        asked.handler({ params: asked.params, fields }),
      );
      if (broken === 'after') throw new StripeFault(500, BROKEN);
      const wanted = fields['expand'];
      body = Array.isArray(wanted) ? expandAll(store, result, wanted) : result;
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      status = error.status;
      body = { error: withRequestId(error.body, requestId) };
      keep = error.body.param === undefined;
    }
    /* Stripe keeps the answer once work on a request has begun, refusals by the objects' state included; a request
       whose parameters failed validation never began. */
    if (key !== undefined && keep) store.put('answers', { id: key, target, parameters, status, body, keptAt: now() });
    return { status, body, replayed: false };
  }

  /** Whether the request in hand is to break, and on which side of its work. */
  private brokenBy(): 'before' | 'after' | undefined {
    const { faults } = this.options;
    if (faults.failKeptNext > 0) {
      faults.failKeptNext -= 1;
      return 'before';
    }
    if (faults.failMadeNext > 0) {
      faults.failMadeNext -= 1;
      return 'after';
    }
    return undefined;
  }
}

function withRequestId(body: StripeErrorBody, requestId: string): unknown {
  return { ...body, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` };
}
