import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from './account.ts';
import { invalid, noSuch, StripeFault, type StripeErrorBody } from './errors.ts';
import type { Faults } from './faults.ts';
import { parseFormFields, refuseUnknown, type FormFields, type FormValue } from './form-fields.ts';
import { API_VERSION, newId, type StripeEvent } from './objects.ts';
import { KEYS_KEPT_MS, type Kind, type Store } from './store.ts';

const SILENCE_MS = 120_000;
const DELAY_STEP_MS = 50;

/** What the API needs of its surroundings. */
export interface ApiOptions {
  store: Store;
  account: Account;
  faults: Faults;
  now: () => number;
  requestsPerSecond: number;
  /** Called around each request, so that events name the request that made them. */
  withRequest: <T>(request: StripeEvent['request'], run: () => T) => T;
}

interface ApiCall {
  params: Record<string, string>;
  fields: FormFields;
}
type Handler = (call: ApiCall) => unknown;

/** Adds `/v1/…` as the official SDK calls it. */
export function addApi(app: FastifyInstance, options: ApiOptions): void {
  const { store, account, faults } = options;
  const limiter = new RateLimiter(options.requestsPerSecond);
  const running = new Set<string>();

  const add = (method: 'GET' | 'POST', path: string, handler: Handler): void => {
    app.route({ method, url: path, handler: (request, reply) => answer(request, reply, handler) });
  };

  add('POST', '/v1/checkout/sessions', ({ fields }) => account.createSession(fields));
  add('GET', '/v1/checkout/sessions', ({ fields }) => {
    for (const { id } of store.list('sessions')) account.session(id);
    return page('/v1/checkout/sessions', store.list('sessions'), fields, ['payment_intent', 'status']);
  });
  add('GET', '/v1/checkout/sessions/:id', ({ params }) => account.session(params['id'] ?? '') ?? gone('checkout.session', params));
  add('POST', '/v1/checkout/sessions/:id/expire', ({ params }) => account.expireSession(params['id'] ?? ''));
  add('GET', '/v1/checkout/sessions/:id/line_items', ({ params, fields }) => {
    const sold = store.get('items', params['id'] ?? '') ?? gone('checkout.session', params);
    return page(
      `/v1/checkout/sessions/${sold.id}/line_items`,
      sold.items.map((item) => ({ ...item, created: 0 })),
      fields,
      [],
    );
  });
  add('GET', '/v1/payment_intents', ({ fields }) => page('/v1/payment_intents', store.list('intents'), fields, []));
  add('GET', '/v1/payment_intents/:id', ({ params }) => store.get('intents', params['id'] ?? '') ?? gone('payment_intent', params));
  add('GET', '/v1/charges', ({ fields }) => page('/v1/charges', store.list('charges'), fields, ['payment_intent']));
  add('GET', '/v1/charges/:id', ({ params }) => store.get('charges', params['id'] ?? '') ?? gone('charge', params));
  add('POST', '/v1/refunds', ({ fields }) => account.createRefund(fields));
  add('GET', '/v1/refunds', ({ fields }) => page('/v1/refunds', store.list('refunds'), fields, ['charge', 'payment_intent']));
  add('GET', '/v1/refunds/:id', ({ params }) => store.get('refunds', params['id'] ?? '') ?? gone('refund', params));
  add('GET', '/v1/disputes', ({ fields }) => page('/v1/disputes', store.list('disputes'), fields, ['charge', 'payment_intent']));
  add('GET', '/v1/disputes/:id', ({ params }) => store.get('disputes', params['id'] ?? '') ?? gone('dispute', params));
  add('GET', '/v1/events', ({ fields }) => {
    const types = fields['types'];
    const wanted = Array.isArray(types) ? types : fields['type'] === undefined ? undefined : [fields['type']];
    const events = store.list('events').filter((event) => !wanted || wanted.some((type) => matches(event.type, type)));
    const { type: _type, types: _types, ...paging } = fields;
    return page('/v1/events', events, paging, []);
  });
  add('GET', '/v1/events/:id', ({ params }) => store.get('events', params['id'] ?? '') ?? gone('event', params));
  app.all('/v1/*', (request, reply) =>
    answer(request, reply, () => {
      throw new StripeFault(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`,
      });
    }),
  );

  async function answer(request: FastifyRequest, reply: FastifyReply, handler: Handler): Promise<unknown> {
    const requestId = newId('req_', 14);
    const key = request.method === 'POST' ? header(request, 'idempotency-key') : undefined;
    const target = `${request.method} ${request.url.split('?')[0]}`;
    reply.header('request-id', requestId).header('stripe-version', header(request, 'stripe-version') ?? API_VERSION);
    if (key) reply.header('idempotency-key', key);
    let claimed: string | undefined;
    try {
      authorise(request);
      if (key !== undefined && running.has(key)) {
        throw new StripeFault(409, {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`,
        });
      }
      if (key !== undefined) running.add((claimed = key));
      refuseOtherBodies(request);
      const faulty = faults.only === '' || target === faults.only || (faults.only.endsWith('/') && target.startsWith(faults.only));
      refuseTooMany(faulty);
      // Looked at again and again, so that switching the delay off lets go what it holds.
      for (let waited = 0; faulty && waited < faults.delayMs; waited += DELAY_STEP_MS)
        await new Promise((resolve) => setTimeout(resolve, Math.min(DELAY_STEP_MS, faults.delayMs - waited)).unref());
      if (faulty && faults.failNext > 0) {
        faults.failNext -= 1;
        throw new StripeFault(500, BROKEN);
      }
      const encoded = request.method === 'POST' ? ((request.body as string | undefined) ?? '') : (request.url.split('?')[1] ?? '');
      const outcome = carryOut({ target, key, encoded, requestId, params: request.params as Record<string, string>, handler, faulty });
      if (outcome.replayed) reply.header('idempotent-replayed', 'true');
      // Sending it again would bring the same.
      if (outcome.status >= 500) reply.header('stripe-should-retry', 'false');
      if (faulty && faults.silentNext > 0) {
        faults.silentNext -= 1;
        reply.hijack();
        const silence = setTimeout(() => request.raw.socket.destroy(), SILENCE_MS);
        silence.unref();
        request.raw.socket.once('close', () => clearTimeout(silence));
        return await reply;
      }
      if (faulty && faults.cutNext > 0) {
        faults.cutNext -= 1;
        reply.hijack();
        request.raw.socket.destroy();
        return await reply;
      }
      return await reply.code(outcome.status).send(outcome.body);
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      return await reply
        .code(error.status)
        .headers(error.headers)
        .send({ error: withRequestId(error.body, requestId) });
    } finally {
      if (claimed !== undefined) running.delete(claimed);
    }
  }

  function carryOut(call: {
    target: string;
    key: string | undefined;
    encoded: string;
    requestId: string;
    params: Record<string, string>;
    handler: Handler;
    faulty: boolean;
  }): { status: number; body: unknown; replayed: boolean } {
    const { target, key, encoded, requestId } = call;
    const parameters = createHash('sha256')
      .update([...new URLSearchParams(encoded)].map(String).sort().join('\n'))
      .digest('hex');
    if (key !== undefined) {
      const kept = keptAnswer(key, target, parameters);
      if (kept) return { status: kept.status, body: kept.body, replayed: true };
    }
    const broken = call.faulty && key !== undefined ? brokenBy() : undefined;
    const fields = parseFormFields(encoded);
    const wanted = fields['expand'];
    let status = 200;
    let body: unknown;
    let keep = true;
    try {
      if (broken === 'before') throw new StripeFault(500, BROKEN);
      const result = options.withRequest({ id: requestId, idempotency_key: key ?? null }, () =>
        call.handler({ params: call.params, fields }),
      );
      if (broken === 'after') throw new StripeFault(500, BROKEN);
      body = Array.isArray(wanted) ? expandAll(result, wanted) : result;
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      status = error.status;
      body = { error: withRequestId(error.body, requestId) };
      keep = error.body.param === undefined;
    }
    /* Stripe keeps the answer once work on a request has begun, refusals by the objects' state included; a request
       whose parameters failed validation never began. */
    if (key !== undefined && keep)
      store.put('answers', { id: key, target, parameters, status, body: structuredClone(body), keptAt: options.now() });
    return { status, body, replayed: false };
  }

  /** Whether the request in hand is to break, and on which side of its work. */
  function brokenBy(): 'before' | 'after' | undefined {
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

  function keptAnswer(key: string, target: string, parameters: string) {
    if (key.length > 255) throw invalid('The Idempotency-Key header can be at most 255 characters.');
    const kept = store.get('answers', key);
    if (!kept) return undefined;
    if (options.now() - kept.keptAt > KEYS_KEPT_MS) {
      store.remove('answers', key);
      return undefined;
    }
    if (kept.target !== target) {
      throw new StripeFault(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${target}' vs '${kept.target}'). Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    if (kept.parameters !== parameters) {
      throw new StripeFault(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    return kept;
  }

  function refuseTooMany(faulty: boolean): void {
    const wait = faulty && faults.rateLimitSeconds > 0 ? faults.rateLimitSeconds : limiter.secondsToWait();
    if (wait === 0) return;
    throw new StripeFault(
      429,
      { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded. Slow down and try again.' },
      { 'retry-after': String(wait), 'stripe-rate-limited-reason': 'global-rate' },
    );
  }

  function expandAll(value: unknown, wanted: FormValue[]): unknown {
    const copy = structuredClone(value);
    for (const path of wanted) if (typeof path === 'string') expand(copy, path.split('.'));
    return copy;
  }

  function expand(value: unknown, [name, ...rest]: string[]): void {
    if (name === undefined || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) expand(item, [name, ...rest]);
      return;
    }
    const record = value as Record<string, unknown>;
    if (name === 'line_items' && record['object'] === 'checkout.session') {
      record[name] = page(
        `/v1/checkout/sessions/${String(record['id'])}/line_items`,
        store.get('items', String(record['id']))?.items.map((item) => ({ ...item, created: 0 })) ?? [],
        {},
        [],
      );
    } else if (name === 'refunds' && record['object'] === 'charge') {
      record[name] = page(
        `/v1/charges/${String(record['id'])}/refunds`,
        store.list('refunds').filter(({ charge }) => charge === record['id']),
        {},
        [],
      );
    } else if (typeof record[name] === 'string') {
      const kind = EXPANDABLE[name];
      if (!kind) throw invalid(`This property cannot be expanded (${name}).`, 'expand');
      record[name] = structuredClone(store.get(kind, record[name]) ?? record[name]);
    } else if (!(name in record)) {
      throw invalid(`This property cannot be expanded (${name}).`, 'expand');
    }
    expand(record[name], rest);
  }
}

const BROKEN: StripeErrorBody = { type: 'api_error', message: 'An unknown error occurred' };

const EXPANDABLE: Readonly<Record<string, Kind>> = {
  payment_intent: 'intents',
  latest_charge: 'charges',
  charge: 'charges',
};

/** At most so many requests in any second. */
class RateLimiter {
  private readonly perSecond: number;
  private readonly seen: number[] = [];

  constructor(perSecond: number) {
    this.perSecond = perSecond;
  }

  secondsToWait(): number {
    const now = Date.now();
    while (this.seen.length > 0 && (this.seen[0] ?? now) <= now - 1000) this.seen.shift();
    if (this.seen.length >= this.perSecond) return 1;
    this.seen.push(now);
    return 0;
  }
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function authorise(request: FastifyRequest): void {
  const [scheme, credential = ''] = (header(request, 'authorization') ?? '').split(' ');
  const key = scheme?.toLowerCase() === 'basic' ? Buffer.from(credential, 'base64').toString().split(':')[0] : credential;
  if (/^sk_test_[A-Za-z0-9_]{1,}$/.test(key ?? '')) return;
  throw new StripeFault(401, {
    type: 'invalid_request_error',
    message: key
      ? `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}`
      : 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
  });
}

/** The API reads forms, whatever else a body says it is. */
function refuseOtherBodies(request: FastifyRequest): void {
  const type = (header(request, 'content-type') ?? '').split(';')[0]?.trim();
  if (request.method === 'POST' && request.body !== undefined && request.body !== null && type !== 'application/x-www-form-urlencoded') {
    throw new StripeFault(400, {
      type: 'invalid_request_error',
      message: `Invalid request (check that your POST content type is application/x-www-form-urlencoded). The content type received was "${type}".`,
    });
  }
}

function withRequestId(body: StripeErrorBody, requestId: string): unknown {
  return { ...body, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` };
}

function gone(what: string, params: Record<string, string>): never {
  throw noSuch(what, params['id'] ?? '');
}

function matches(type: string, pattern: FormValue): boolean {
  if (typeof pattern !== 'string') return false;
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}

const PAGE_PARAMETERS = ['limit', 'starting_after', 'ending_before', 'created', 'expand'];

/** A list answer: newest first, `limit` 1 to 100, `starting_after` and `ending_before` as cursors, filters by equality. */
function page<T extends { id: string; created: number }>(
  url: string,
  all: readonly T[],
  fields: FormFields,
  filters: readonly string[],
): unknown {
  refuseUnknown(fields, new Set([...PAGE_PARAMETERS, ...filters]));
  if (typeof fields['created'] === 'object') refuseUnknown(fields['created'] as FormFields, new Set(['gt', 'gte', 'lt', 'lte']), 'created');
  const limit = fields['limit'] === undefined ? 10 : Number(fields['limit']);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw invalid('Invalid integer: limit must be between 1 and 100', 'limit', 'parameter_invalid_integer');
  let rows = all.filter((row) => inTime(row.created, fields['created']));
  for (const name of filters) {
    const wanted = fields[name];
    if (wanted !== undefined) rows = rows.filter((row) => (row as unknown as Record<string, unknown>)[name] === wanted);
  }
  const after = fields['starting_after'];
  if (after !== undefined) {
    const index = rows.findIndex(({ id }) => id === after);
    if (index < 0) throw noSuch('object', JSON.stringify(after), 'starting_after');
    rows = rows.slice(index + 1);
  }
  const before = fields['ending_before'];
  if (before !== undefined) {
    const index = rows.findIndex(({ id }) => id === before);
    if (index < 0) throw noSuch('object', JSON.stringify(before), 'ending_before');
    const start = Math.max(0, index - limit);
    return { object: 'list', data: rows.slice(start, index), has_more: start > 0, url };
  }
  return { object: 'list', data: rows.slice(0, limit), has_more: rows.length > limit, url };
}

function inTime(created: number, range: FormValue | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === 'string') return created === Number(range);
  const bounds = range as FormFields;
  return (
    (bounds['gt'] === undefined || created > Number(bounds['gt'])) &&
    (bounds['gte'] === undefined || created >= Number(bounds['gte'])) &&
    (bounds['lt'] === undefined || created < Number(bounds['lt'])) &&
    (bounds['lte'] === undefined || created <= Number(bounds['lte']))
  );
}
