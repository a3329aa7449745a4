import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { createServer, get as httpsGet } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Identity } from '@concert/contracts/core/identity';
import { IdentityVerifier } from '@concert/service-kit/identity/identity';
import { Pseudonyms } from '@concert/service-kit/identity/pseudonyms';
import { readSettings } from '@concert/service-kit/process/settings';
import { certificateFolder, createAuthority } from '@concert/test-kit/certificates';
import { until } from '@concert/test-kit/until';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startGateway, type RunningGateway } from './gateway.ts';
import { json, PSEUDONYM_KEY, startUpstream, type Handler, type Upstream } from './running-gateway.harness.ts';
import { publicRoutes } from './routing/route-table.ts';
import { UPSTREAMS } from './routing/upstreams.ts';
import { gatewaySettings } from './settings.ts';

type Answer = { status: number; headers: IncomingHttpHeaders; body: string };
const SITE = 'http://localhost:8080';
const SECRET = 'S'.repeat(43);
const COOKIE = `__Host-concert-session=${SECRET}`;
const identity: Identity = {
  userId: 'us_00000000000000000001000000' as Identity['userId'],
  email: 'anna@concert.example',
  name: 'Anna',
  role: 'buyer',
  sessionId: 'se_00000000000000000001000000' as Identity['sessionId'],
  signedInAt: '2026-01-01T00:00:00.000Z',
};

const keys = generateKeyPairSync('ed25519');
const privateKey = keys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
const publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const verifier = new IdentityVerifier('svc-booking', { gateway: [publicKey] });
const authVerifier = new IdentityVerifier('svc-auth', { gateway: [publicKey] });

let auth: Upstream;
let booking: Upstream;
let payment: Upstream;
let folder: string;
let gateway: RunningGateway;
const lines: string[] = [];

async function open(extra: Record<string, string> = {}, now?: () => number): Promise<RunningGateway> {
  return startGateway(
    readSettings(gatewaySettings, {
      SERVICE_PORT: '0',
      METRICS_PORT: '0',
      PUBLIC_ORIGIN: SITE,
      LOG_LEVEL: 'debug',
      IDENTITY_PRIVATE_KEY: privateKey,
      PSEUDONYM_KEY,
      AUTH_URL: auth.url,
      BOOKING_URL: booking.url,
      PAYMENT_URL: payment.url,
      NOTIFY_URL: 'http://127.0.0.1:9',
      WEB_SHELL: path.join(folder, 'shell'),
      WEB_REMOTES: JSON.stringify({ public: path.join(folder, 'public'), booking: booking.url, admin: path.join(folder, 'nowhere') }),
      ...extra,
    }),
    { logLines: { write: (line) => lines.push(line) }, ...(now ? { now } : {}) },
  );
}

function call(
  target: string,
  options: RequestOptions & { body?: string | Buffer; chunked?: boolean; entrance?: RunningGateway } = {},
): Promise<Answer> {
  const { body, chunked, entrance = gateway, ...rest } = options;
  const { hostname, port } = new URL(entrance.url);
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        hostname,
        port,
        path: target,
        agent: false,
        ...rest,
        headers: {
          ...(body === undefined ? {} : chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': Buffer.byteLength(body) }),
          ...(rest.headers as Record<string, string>),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() }),
        );
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends bytes as they are and reads until the server closes or falls silent. */
function raw(
  bytes: string,
  { silenceMs = 700, entrance = gateway }: { silenceMs?: number; entrance?: RunningGateway } = {},
): Promise<string> {
  const { hostname, port } = new URL(entrance.url);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes));
    socket.setTimeout(silenceMs, () => socket.destroy());
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

const metricsOf = async (entrance: RunningGateway) => (await fetch(entrance.metricsUrl!)).text();
const problem = (answer: Answer) =>
  JSON.parse(answer.body) as { code: string; status: number; detail: string; traceId: string; retryable?: boolean };
const post = (target: string, options: Parameters<typeof call>[1] = {}) =>
  call(target, {
    method: 'POST',
    body: '{}',
    ...options,
    headers: { 'content-type': 'application/json', ...(options.headers as Record<string, string>) },
  });
const signedIn = { cookie: COOKIE, origin: SITE, 'sec-fetch-site': 'same-origin' };

beforeAll(async () => {
  [auth, booking, payment] = await Promise.all([startUpstream(), startUpstream(), startUpstream()]);
  folder = await mkdtemp(path.join(tmpdir(), 'gateway-'));
  await Promise.all(['shell/.hidden', 'public'].map((name) => mkdir(path.join(folder, name), { recursive: true })));
  const script = 'console.log("concert");'.repeat(100);
  await Promise.all([
    writeFile(path.join(folder, 'shell/index.html'), '<!doctype html><title>Concert</title>'),
    writeFile(path.join(folder, 'shell/main.1a2b3c4d.js'), script),
    writeFile(path.join(folder, 'shell/main.1a2b3c4d.js.br'), brotliCompressSync(script)),
    writeFile(path.join(folder, 'shell/main.1a2b3c4d.js.gz'), gzipSync(script)),
    writeFile(path.join(folder, 'shell/.hidden/secret.txt'), 'secret'),
    writeFile(path.join(folder, 'secret.txt'), 'secret'),
    writeFile(path.join(folder, 'public/mf-manifest.json'), '{"name":"public"}'),
    writeFile(path.join(folder, 'public/song.0011aabb.mp3'), '0123456789'),
  ]);
  gateway = await open();
});

beforeEach(() => {
  auth.state.handler = json({ identities: [identity] });
  booking.state.handler = json({ ok: true });
  payment.state.handler = json({ received: true });
  for (const upstream of [auth, booking, payment]) upstream.seen.length = 0;
  lines.length = 0;
});

afterAll(async () => {
  await gateway.stop();
  await Promise.all([auth, booking, payment].map((upstream) => upstream.stop()));
  await rm(folder, { recursive: true });
});

describe('handing on', () => {
  it('gives a request to the service of its route, with a trace and an address of its own making', async () => {
    const answer = await call('/api/concert?x=1', {
      headers: {
        'x-correlation-id': 'theirs-000001',
        traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
        'x-real-ip': '10.9.9.9',
        'x-concert-identity': 'forged',
        'x-concert-caller': 'forged',
        'x-http-method-override': 'DELETE',
        cookie: 'a=b',
      },
    });
    expect([answer.status, answer.body]).toEqual([200, '{"ok":true}']);
    const [seen] = booking.seen;
    expect([seen?.method, seen?.url]).toEqual(['GET', '/api/concert?x=1']);
    expect(seen?.headers['x-concert-client-address']).toBe('127.0.0.1');
    expect(seen?.headers['x-correlation-id']).toBe(answer.headers['x-correlation-id']);
    expect(seen?.headers['x-correlation-id']).not.toBe('theirs-000001');
    expect(seen?.headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(seen?.headers['traceparent']).not.toContain('a'.repeat(32));
    for (const name of ['x-real-ip', 'x-concert-identity', 'x-concert-caller', 'x-http-method-override', 'cookie', 'host-override'])
      expect(seen?.headers).not.toHaveProperty(name);
    expect(auth.seen).toEqual([]);
  });

  it('streams a body byte for byte, whatever it holds', async () => {
    const body = Buffer.from('{ "id" : "evt_1",\n  "ünïcode": 1.0 }\u0000');
    const answer = await post('/api/stripe-webhook', { body, headers: { 'stripe-signature': 't=1,v1=a', origin: 'https://evil.test' } });
    expect(answer.status).toBe(200);
    expect(payment.seen[0]?.body.equals(body)).toBe(true);
    expect(payment.seen[0]?.headers['stripe-signature']).toBe('t=1,v1=a');
  });

  it('streams the answer: its beginning is there before its end is made', async () => {
    const end = Promise.withResolvers<void>();
    booking.state.handler = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('[1,');
      void end.promise.then(() => response.end('2]'));
    };
    const { hostname, port } = new URL(gateway.url);
    const response = await new Promise<IncomingMessage>((resolve) =>
      httpRequest({ hostname, port, path: '/api/concert?x=1', agent: false }, resolve).end(),
    );
    const first = await new Promise<Buffer>((resolve) => response.once('data', resolve));
    expect(first.toString()).toBe('[1,');
    end.resolve();
    let rest = '';
    for await (const chunk of response) rest += String(chunk);
    expect(rest).toBe('2]');
  });

  it('hands a problem document through untouched', async () => {
    const document = { code: 'booking.seats_unavailable', status: 409, traceId: 't', unknown: 1 };
    booking.state.handler = json(document, 409, { 'retry-after': '9' });
    const answer = await post('/api/reserve-your-seat');
    expect([answer.status, JSON.parse(answer.body), answer.headers['retry-after']]).toEqual([409, document, '9']);
    booking.state.handler = json({ code: 'booking.busy', status: 503 }, 503);
    expect(problem(await post('/api/reserve-your-seat')).code).toBe('booking.busy');
  });

  it('S8-32 does not hand on a failure that is no problem document', async () => {
    booking.state.handler = (_, response) =>
      response.writeHead(502, { 'content-type': 'text/html', 'content-length': '18' }).end('<h1>stack here</h1>');
    const answer = await call('/api/concert?x=1');
    expect([answer.status, problem(answer).code, answer.headers['content-type']]).toEqual([
      503,
      'request.unavailable',
      expect.stringContaining('application/problem+json'),
    ]);
    expect(answer.body).not.toContain('stack');
  });

  it('answers HEAD with the head of GET', async () => {
    const answer = await call('/api/concert?x=1', { method: 'HEAD' });
    expect([answer.status, answer.body, booking.seen[0]?.method]).toEqual([200, '', 'GET']);
  });

  it('says 503 with Retry-After while a service is away', async () => {
    const answer = await call('/api/mails');
    expect([answer.status, problem(answer).code]).toEqual([503, 'request.unavailable']);
    expect(answer.headers['retry-after']).toMatch(/^[1-4]$/);
  });

  it('says 503 when a service takes the request and dies', async () => {
    booking.state.handler = (request) => request.socket.destroy();
    const answer = await post('/api/reserve-your-seat');
    expect([answer.status, problem(answer).code]).toEqual([503, 'request.unavailable']);
    expect(booking.seen).toHaveLength(1);
  });

  /** The first so many requests are taken and their connections closed without a word. */
  const closing = (upstream: Upstream, count: number, then: Handler = json({ ok: true })) => {
    upstream.state.handler = (request, response, body) =>
      upstream.seen.length <= count ? request.socket.destroy() : then(request, response, body);
  };
  const keyed = { headers: { 'idempotency-key': 'press-0001' }, body: '{"seats":1}' };

  it('asks once more for a read whose kept connection had just been closed', async () => {
    closing(booking, 1);
    expect((await call('/api/concert?x=1')).status).toBe(200);
    expect(booking.seen).toHaveLength(2);
  });

  it('sends a keyed write once more, byte for byte, when its connection was closed before an answer', async () => {
    closing(booking, 1);
    expect((await post('/api/reserve-your-seat', keyed)).status).toBe(200);
    expect(
      booking.seen.map(({ method, headers, body }) => [method, headers['idempotency-key'], headers['content-length'], body.toString()]),
    ).toEqual(Array(2).fill(['POST', 'press-0001', '11', '{"seats":1}']));
    expect(await metricsOf(gateway)).toMatch(/^http_requests_resent_total\{reason="closed",.*\} [1-9]/m);
  });

  it('sends it no third time', async () => {
    closing(booking, 2);
    const answer = await post('/api/reserve-your-seat', keyed);
    expect([answer.status, problem(answer).code, booking.seen.length]).toEqual([503, 'request.unavailable', 2]);
  });

  it('sends a signed message once more, for it is told again anyway', async () => {
    closing(payment, 1);
    expect((await post('/api/stripe-webhook', { body: '{"id":"evt_1"}', headers: { 'stripe-signature': 't=1,v1=a' } })).status).toBe(200);
    expect(payment.seen.map(({ body }) => body.toString())).toEqual(Array(2).fill('{"id":"evt_1"}'));
  });

  it.each([
    ['without a key', '/api/reserve-your-seat', {}],
    ['of a route that knows no key', '/api/ticket-bookings/bk_00000000000000000001000000/cancel', { 'idempotency-key': 'press-0002' }],
  ])('never sends a write %s twice', async (_, target, headers) => {
    closing(booking, 1);
    const answer = await post(target, { headers });
    expect([answer.status, booking.seen.length]).toEqual([503, 1]);
  });

  it('never sends a write twice once its answer has begun', async () => {
    booking.state.handler = (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{');
      setImmediate(() => request.socket.destroy());
    };
    await expect(post('/api/reserve-your-seat', keyed)).rejects.toThrow();
    expect(booking.seen).toHaveLength(1);
  });

  it('sends a keyed write once more also when it is large', async () => {
    closing(booking, 1);
    const body = JSON.stringify({ text: 'x'.repeat(200_000) });
    expect((await post('/api/reserve-your-seat', { ...keyed, body })).status).toBe(200);
    expect(booking.seen.map((seen) => seen.body.toString() === body)).toEqual([true, true]);
  });

  it('B8-12 waits a moment for a service that is being replaced, also with a write that must not be sent twice', async () => {
    const late = await startUpstream();
    const entrance = await open({ PAYMENT_URL: late.url }, () => 0);
    try {
      await late.stop();
      const answer = post('/api/stripe-webhook', { body: '{"id":"evt_2"}', entrance });
      const other = post('/api/cancellation/dry-run', { entrance });
      await until(
        'requests are waiting',
        () => metricsOf(entrance),
        (text) => /^http_requests_resent_total\{reason="refused",.*\} \d/m.test(text),
      );
      await new Promise<void>((resolve) => late.server.listen(late.port, '127.0.0.1', resolve));
      expect([(await answer).status, (await other).status]).toEqual([200, 200]);
      expect(late.seen.map(({ url }) => url).sort()).toEqual(['/api/cancellation/dry-run', '/api/stripe-webhook']);
    } finally {
      await entrance.stop();
      await late.stop();
    }
  });

  it('B8-12 B8-18 loses no write while one of two copies is replaced', async () => {
    const [one, other] = [await startUpstream(), await startUpstream()];
    // As a copy says that is about to end.
    for (const copy of [one, other]) copy.state.handler = json({}, 200, { connection: 'close' });
    const entrance = await open({ PAYMENT_URL: `${one.url},${other.url}` });
    const order = async () => (await post('/api/cancellation/dry-run', { entrance })).status;
    try {
      const statuses = [await order(), await order()];
      expect([one.seen.length, other.seen.length]).toEqual([1, 1]);
      await one.stop();
      for (let count = 0; count < 6; count += 1) statuses.push(await order());
      await new Promise<void>((resolve) => one.server.listen(one.port, '127.0.0.1', resolve));
      await other.stop();
      for (let count = 0; count < 6; count += 1) statuses.push(await order());
      expect(statuses).toEqual(statuses.map(() => 200));
      expect([one.seen.length, other.seen.length]).toEqual([7, 7]);
    } finally {
      await entrance.stop();
      await Promise.all([one.stop(), other.stop()]);
    }
  });

  it('cuts an answer short when the service dies in the middle of it', async () => {
    booking.state.handler = (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('[1,');
      setImmediate(() => request.socket.destroy());
    };
    await expect(call('/api/concert?x=1')).rejects.toThrow();
    expect((await call('/api/docs')).status).toBe(200);
  });
});

describe('what is the same for everybody', () => {
  let entrance: RunningGateway;
  let clock = 0;
  const read = (headers: Record<string, string> = {}, method = 'GET') => call('/api/concert', { entrance, method, headers });
  const left = (count: number) => json({ left: count });

  beforeEach(async () => {
    clock = 0;
    entrance = await open({}, () => clock);
  });
  afterEach(() => entrance.stop());

  it('is asked for as nobody, once for all who come within a second, and told apart by its tag', async () => {
    booking.state.handler = left(500);
    const visitor = { cookie: COOKIE, 'x-concert-identity': 'forged', 'user-agent': 'anna', 'accept-language': 'de' };
    const [first, ...others] = await Promise.all([read(visitor), read(), read({}, 'HEAD'), read({ cookie: 'a=b' })]);
    expect([first.status, first.body, ...others.map(({ status, body }) => `${status} ${body}`)]).toEqual([
      200,
      '{"left":500}',
      '200 {"left":500}',
      '200 ',
      '200 {"left":500}',
    ]);
    expect([booking.seen.length, auth.seen.length]).toEqual([1, 0]);
    for (const name of ['cookie', 'x-concert-identity', 'user-agent', 'accept-language', 'x-concert-client-address'])
      expect(booking.seen[0]!.headers).not.toHaveProperty(name);
    const { etag = '' } = first.headers;
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await read({ 'if-none-match': etag });
    expect([again.status, again.body]).toEqual([304, '']);
    booking.state.handler = left(499);
    clock += 1_000;
    const changed = await read({ 'if-none-match': etag });
    expect([changed.status, changed.body, booking.seen.length]).toEqual([200, '{"left":499}', 2]);
    expect(changed.headers.etag).not.toBe(etag);
  });

  it('is never what is somebody’s own, nor what has a query', async () => {
    auth.state.handler = (request, response, body) => {
      const { secrets } = JSON.parse(body.toString()) as { secrets: string[] };
      json({ identities: secrets.map((secret) => ({ ...identity, name: secret[0] })) })(request, response, body);
    };
    booking.state.handler = (request, response, body) =>
      void verifier
        .identity(String(request.headers['x-concert-identity']))
        .then((who) => json({ of: who?.name ?? null, url: request.url })(request, response, body));
    const people = ['A', 'B', 'C'];
    const own = people.map((name) => ({ cookie: `__Host-concert-session=${name.repeat(43)}` }));
    for (const route of publicRoutes(UPSTREAMS).filter(
      ({ upstream: { name }, route: { method } }) => name === 'booking' && method === 'GET',
    )) {
      const target = route.route.path.replace(/:[A-Za-z]+/g, 'bk_00000000000000000001000000');
      if (route.route.sameForAll) continue;
      const answers = await Promise.all([...own, ...own].map((headers) => call(target, { entrance, headers })));
      expect([target, answers.map(({ body }) => (JSON.parse(body) as { of: string }).of)]).toEqual([target, [...people, ...people]]);
      expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(Array(6).fill('no-store'));
    }
    for (const query of ['?x=1', '?x=2'])
      expect((await call(`/api/concert${query}`, { entrance, headers: own[0]! })).body).toBe(`{"of":"A","url":"/api/concert${query}"}`);
    expect((await read(own[0])).body).toBe('{"of":null,"url":"/api/concert"}');
  });

  it('is not older than what whoever asks has just done, nor than what an organiser did', async () => {
    booking.state.handler = left(500);
    await read();
    booking.state.handler = left(498);
    await post('/api/reserve-your-seat', { entrance, headers: signedIn });
    clock += 1;
    expect([(await read()).body, (await read({ cookie: COOKIE })).body]).toEqual(['{"left":500}', '{"left":498}']);
    booking.state.handler = left(0);
    await call('/api/concert/state', { entrance, method: 'PUT', body: '{}', headers: { ...signedIn, 'content-type': 'application/json' } });
    clock += 1;
    expect((await read()).body).toBe('{"left":0}');
  });

  it('is not kept when it is a refusal, and a failure is told in the site’s own words', async () => {
    const document = { code: 'booking.busy', status: 503, traceId: 't' };
    booking.state.handler = json(document, 503, { 'retry-after': '3' });
    const busy = await read();
    expect([busy.status, JSON.parse(busy.body), busy.headers['retry-after'], busy.headers['cache-control']]).toEqual([
      503,
      document,
      '3',
      'no-store',
    ]);
    booking.state.handler = (_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>stack here</h1>');
    const failed = await read();
    expect([failed.status, problem(failed).code]).toEqual([503, 'request.unavailable']);
    booking.state.handler = (request) => request.socket.destroy();
    expect((await read()).status).toBe(503);
    booking.state.handler = left(5);
    expect((await read()).body).toBe('{"left":5}');
  });
});

describe('sessions', () => {
  it('turn into a signed identity that the service can check', async () => {
    await call('/api/ticket-bookings', { headers: { cookie: `other=1; ${COOKIE}` } });
    expect(JSON.parse(auth.seen[0]?.body.toString() ?? '')).toEqual({ secrets: [SECRET] });
    expect(auth.seen[0]?.url).toBe('/internal/sessions/resolve');
    expect(await authVerifier.caller(String(auth.seen[0]?.headers['x-concert-caller']))).toBe('gateway');
    expect(await verifier.identity(String(booking.seen[0]?.headers['x-concert-identity']))).toEqual(identity);
    expect(JSON.stringify(booking.seen[0]?.headers)).not.toContain(SECRET);
  });

  it('are nobody when svc-auth knows none', async () => {
    auth.state.handler = json({ identities: [null] });
    await call('/api/ticket-bookings', { headers: { cookie: COOKIE } });
    expect(booking.seen[0]?.headers).not.toHaveProperty('x-concert-identity');
  });

  it('begin and end by the word of svc-auth, which browsers never hear', async () => {
    auth.state.handler = (request, response, body) =>
      request.url === '/api/auth/sign-in'
        ? json({ session: {} }, 200, { 'x-concert-session-secret': SECRET, 'x-concert-session-seconds': '3600' })(request, response, body)
        : json({}, 200, { 'x-concert-session-secret': '' })(request, response, body);
    const began = await post('/api/auth/sign-in', { headers: { origin: SITE } });
    expect(began.headers['set-cookie']).toEqual([`${COOKIE}; Max-Age=3600; Path=/; HttpOnly; Secure; SameSite=Lax`]);
    expect(Object.keys(began.headers).filter((name) => name.startsWith('x-concert-'))).toEqual([]);
    const ended = await post('/api/auth/sign-out', { headers: { origin: SITE } });
    expect(ended.headers['set-cookie']).toEqual(['__Host-concert-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax']);
  });

  it("B7-08 that end have a buyer's browser forget what the site stored; what an organiser's device has yet to send is left to its page", async () => {
    const answers: Record<string, unknown> = {};
    for (const role of ['buyer', 'organiser', 'admin'] as const) {
      auth.state.handler = (request, response, body) =>
        request.url === '/internal/sessions/resolve'
          ? json({ identities: [{ ...identity, role }] })(request, response, body)
          : json({}, 200, { 'x-concert-session-secret': '' })(request, response, body);
      answers[role] = (await post('/api/auth/sign-out', { headers: signedIn })).headers['clear-site-data'];
    }
    expect(answers).toEqual({ buyer: '"storage"', organiser: undefined, admin: undefined });
  });

  it('are set by svc-auth alone', async () => {
    booking.state.handler = json({}, 200, { 'x-concert-session-secret': 'T'.repeat(43), 'set-cookie': 'a=b' });
    expect((await call('/api/concert?x=1')).headers).not.toHaveProperty('set-cookie');
  });

  it('by way of Google are tied to one browser, whose secret only the two routes of that way learn', async () => {
    const flow = 'F'.repeat(43);
    auth.state.handler = (request, response, body) =>
      request.url?.startsWith('/api/auth/google/callback')
        ? json({}, 303, {
            location: '/?google=done',
            'x-concert-flow-secret': '',
            'x-concert-session-secret': SECRET,
            'x-concert-session-seconds': '60',
          })(request, response, body)
        : json({}, 303, { location: 'https://accounts.example/o', 'x-concert-flow-secret': flow })(request, response, body);
    const began = await call('/api/auth/google?mode=popup');
    expect([began.status, began.headers.location, began.headers['set-cookie']]).toEqual([
      303,
      'https://accounts.example/o',
      [`__Host-concert-flow=${flow}; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax`],
    ]);
    auth.seen.length = 0;
    const cookie = `__Host-concert-flow=${flow}`;
    const back = await call('/api/auth/google/callback?code=c&state=s', { headers: { cookie, 'sec-fetch-site': 'cross-site' } });
    expect([back.status, back.headers.location]).toEqual([303, '/?google=done']);
    expect(back.headers['set-cookie']).toEqual([
      `${COOKIE}; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax`,
      '__Host-concert-flow=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    ]);
    expect([auth.seen[0]?.url, auth.seen[0]?.headers['x-concert-flow-secret']]).toEqual(['/api/auth/google/callback?code=c&state=s', flow]);
    auth.state.handler = json({ session: null }, 200, { 'x-concert-flow-secret': flow });
    const other = await call('/api/auth/session', { headers: { cookie, 'x-concert-flow-secret': 'forged' } });
    expect(other.headers).not.toHaveProperty('set-cookie');
    expect(auth.seen.at(-1)?.headers).not.toHaveProperty('x-concert-flow-secret');
    await call('/api/auth/google', { headers: { 'x-concert-flow-secret': 'G'.repeat(43) } });
    expect(auth.seen.at(-1)?.headers).not.toHaveProperty('x-concert-flow-secret');
  });

  it('B9-08 of organisers are lent as those of buyers while svc-auth is away, on routes that widen by role as well', async () => {
    const entrance = await open();
    const headers = { cookie: COOKIE };
    auth.state.handler = json({ identities: [{ ...identity, role: 'admin' }] });
    const roles = () =>
      Promise.all(booking.seen.map(async ({ headers: sent }) => (await verifier.identity(String(sent['x-concert-identity'])))?.role));
    try {
      expect((await call('/api/ticket-bookings', { entrance, headers })).status).toBe(200);
      auth.state.handler = (request) => request.socket.destroy();
      expect((await call('/api/ticket-bookings', { entrance, headers })).status).toBe(200);
      expect((await post('/api/get-booking-details', { entrance, headers: signedIn })).status).toBe(200);
      expect(await roles()).toEqual(['admin', 'buyer', 'buyer']);
    } finally {
      await entrance.stop();
    }
  });

  it('are not called ended because svc-auth is away or too slow to say', async () => {
    const entrance = await open();
    try {
      auth.state.handler = (request, response, body) =>
        request.url === '/internal/sessions/resolve' ? undefined : json({ session: null })(request, response, body);
      const slow = await call('/api/auth/session', { entrance, headers: { cookie: COOKIE } });
      expect([slow.status, (JSON.parse(slow.body) as { code: string }).code]).toEqual([503, 'request.unavailable']);
      expect((await call('/api/auth/session', { entrance })).status).toBe(200);
    } finally {
      await entrance.stop();
    }
  });

  it('B9-08 F02 of buyers go on while svc-auth is away, those of organisers and strangers wait', async () => {
    const entrance = await open({ NOTIFY_URL: booking.url });
    const headers = { cookie: COOKIE };
    try {
      expect((await call('/api/ticket-bookings', { entrance, headers })).status).toBe(200);
      auth.state.handler = (request) => request.socket.destroy();
      expect((await call('/api/ticket-bookings', { entrance, headers })).status).toBe(200);
      expect(await verifier.identity(String(booking.seen[1]?.headers['x-concert-identity']))).toEqual(identity);
      expect((await post('/api/reserve-your-seat', { entrance, headers: signedIn })).status).toBe(200);
      expect((await call('/api/mails', { entrance, headers })).status).toBe(503);
      expect(booking.seen.filter(({ url }) => url === '/api/mails')).toEqual([]);
      const stranger = { cookie: `__Host-concert-session=${'T'.repeat(43)}` };
      expect((await call('/api/ticket-bookings', { entrance, headers: stranger })).status).toBe(503);
      expect((await call('/api/concert?x=1', { entrance, headers: stranger })).status).toBe(200);
    } finally {
      await entrance.stop();
    }
  });

  it('do not wait for a svc-auth that does not answer', async () => {
    const held: ServerResponse[] = [];
    auth.state.handler = (_, response) => held.push(response);
    const started = performance.now();
    const answer = await call('/api/ticket-bookings', { headers: { cookie: `__Host-concert-session=${'U'.repeat(43)}` } });
    expect([answer.status, problem(answer).code]).toEqual([503, 'request.unavailable']);
    expect(performance.now() - started).toBeLessThan(15_000);
    for (const response of held) response.destroy();
  });
});

describe('requests caused by other sites', () => {
  it.each<[string, Record<string, string>]>([
    ['another Origin', { origin: 'https://evil.test' }],
    ['Origin null', { origin: 'null' }],
    ['Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['a session and no origin', { cookie: COOKIE }],
  ])('B9-02 are refused: %s', async (_, headers) => {
    const answer = await post('/api/reserve-your-seat', { headers });
    expect([answer.status, problem(answer).code]).toEqual([403, 'request.cross_site']);
    expect(booking.seen).toEqual([]);
  });

  it('B9-32 leave one line with a pseudonym of where they came from', async () => {
    const from = lines.length;
    await post('/api/reserve-your-seat', { headers: { origin: 'https://evil.test' } });
    const told = lines.slice(from).map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(told.filter(({ event }) => event !== undefined)).toEqual([
      expect.objectContaining({
        level: 'warn',
        event: 'cross_site_refused',
        outcome: 'refused',
        code: 'request.cross_site',
        method: 'POST',
        route: '/api/reserve-your-seat',
        sourceHash: new Pseudonyms(PSEUDONYM_KEY).ofSource('127.0.0.1'),
      }),
    ]);
    expect(JSON.stringify(told)).not.toMatch(/127\.0\.0\.1|evil/);
  });

  it("do not touch the site's own, nor programs that are nobody", async () => {
    expect((await post('/api/reserve-your-seat', { headers: signedIn })).status).toBe(200);
    expect((await post('/api/reserve-your-seat')).status).toBe(200);
  });
});

describe('malformed requests', () => {
  const head = (line: string, more = '') => `${line}\r\nHost: localhost:8080\r\nConnection: close\r\n${more}\r\n`;
  const cases: [string, string, number, string][] = [
    ['no such address', head('GET /api/nothing HTTP/1.1'), 404, 'request.not_found'],
    ['an internal route', head('POST /internal/sessions/resolve HTTP/1.1', 'Content-Length: 0\r\n'), 404, 'request.not_found'],
    [
      'an internal route by dots',
      head('POST /api/../internal/sessions/resolve HTTP/1.1', 'Content-Length: 0\r\n'),
      400,
      'request.malformed',
    ],
    ['an internal route by backslashes', head('GET /api/ticket-bookings/..\\..\\..\\internal HTTP/1.1'), 400, 'request.malformed'],
    ['an internal route by encoded slashes', head('GET /api/ticket-bookings/..%2f..%2finternal HTTP/1.1'), 400, 'request.malformed'],
    ['//api///x', head('GET //api///x HTTP/1.1'), 400, 'request.malformed'],
    ['an address that does not decode', head('GET /api/%zz HTTP/1.1'), 400, 'request.malformed'],
    ['an absolute address', head('GET http://evil.test/api/concert HTTP/1.1'), 400, 'request.malformed'],
    ['wrong method', head('DELETE /api/concert HTTP/1.1'), 405, 'request.method_not_allowed'],
    ['TRACE', head('TRACE /api/concert HTTP/1.1'), 405, 'request.method_not_allowed'],
    ['PROPFIND', head('PROPFIND /api/concert HTTP/1.1'), 405, 'request.method_not_allowed'],
    ['GET where only POST is taken', head('GET /api/reserve-your-seat HTTP/1.1'), 405, 'request.method_not_allowed'],
    ['method override', head('GET /api/reserve-your-seat HTTP/1.1', 'X-HTTP-Method-Override: POST\r\n'), 405, 'request.method_not_allowed'],
    ['POST to a page', head('POST /login HTTP/1.1', 'Content-Length: 0\r\n'), 405, 'request.method_not_allowed'],
    ['lower-case post', head('post /api/concert HTTP/1.1'), 400, 'request.malformed'],
    ['HTTP/0.9', 'GET /api/concert\r\n\r\n', 400, 'request.malformed'],
    ['HTTP/3.0', head('GET /api/concert HTTP/3.0'), 400, 'request.malformed'],
    ['no HTTP at all', '\u0016\u0003\u0001\u0000\u0000', 400, 'request.malformed'],
    ['foreign Host', 'GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n', 400, 'request.malformed'],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: localhost:8080\r\nHost: evil.test\r\n\r\n', 400, 'request.malformed'],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400, 'request.malformed'],
    ['64 KB header', head('GET / HTTP/1.1', `X-Big: ${'x'.repeat(65_536)}\r\n`), 431, 'request.too_large'],
    ['100 KB query', head(`GET /?q=${'x'.repeat(102_400)} HTTP/1.1`), 431, 'request.too_large'],
    ['bare LF in a header', 'GET / HTTP/1.1\nHost: localhost:8080\n\n', 400, 'request.malformed'],
    ['folded header', head('GET / HTTP/1.1', 'X-A: 1\r\n 2\r\n'), 400, 'request.malformed'],
    [
      'length too large',
      head('POST /api/reserve-your-seat HTTP/1.1', 'Content-Type: application/json\r\nContent-Length: 5242880\r\n'),
      413,
      'request.too_large',
    ],
    ['length that is none', head('POST /api/reserve-your-seat HTTP/1.1', 'Content-Length: x\r\n'), 400, 'request.malformed'],
    ['two lengths', head('POST /api/reserve-your-seat HTTP/1.1', 'Content-Length: 1\r\nContent-Length: 2\r\n'), 400, 'request.malformed'],
    [
      'length and chunks',
      head('POST /api/reserve-your-seat HTTP/1.1', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'),
      400,
      'request.malformed',
    ],
    [
      'chunked, identity',
      head('POST /api/reserve-your-seat HTTP/1.1', 'Transfer-Encoding: chunked, identity\r\n'),
      400,
      'request.malformed',
    ],
    [
      'a chunk that is none',
      `${head('POST /api/reserve-your-seat HTTP/1.1', 'Transfer-Encoding: chunked\r\n')}zz\r\n`,
      400,
      'request.malformed',
    ],
    [
      'gzip body',
      head('POST /api/reserve-your-seat HTTP/1.1', 'Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n'),
      415,
      'request.unsupported_media_type',
    ],
    [
      'unknown encoding',
      head('POST /api/reserve-your-seat HTTP/1.1', 'Content-Type: application/json\r\nContent-Encoding: zz\r\nContent-Length: 0\r\n'),
      415,
      'request.unsupported_media_type',
    ],
    [
      'a content type that is none',
      head('POST /api/reserve-your-seat HTTP/1.1', 'Content-Type: ;;;\r\nContent-Length: 2\r\n') + '{}',
      415,
      'request.unsupported_media_type',
    ],
    ['an address whose letters are encoded', head('GET /%61pi/concert HTTP/1.1'), 400, 'request.malformed'],
    [
      'Expect: nonsense',
      head('POST /api/reserve-your-seat HTTP/1.1', 'Expect: nonsense\r\nContent-Type: application/json\r\nContent-Length: 2\r\n'),
      400,
      'request.malformed',
    ],
    ['Expect: nonsense of a page', head('GET / HTTP/1.1', 'Expect: nonsense\r\n'), 400, 'request.malformed'],
    [
      'Sec-Fetch-Site cross-site',
      head('POST /api/reserve-your-seat HTTP/1.1', 'Sec-Fetch-Site: cross-site\r\nContent-Length: 0\r\n'),
      403,
      'request.cross_site',
    ],
  ];

  it.each(cases)('%s', async (_, bytes, status, code) => {
    const text = await raw(bytes);
    const [top = '', body = ''] = [text.slice(0, text.indexOf('\r\n\r\n')), text.slice(text.indexOf('\r\n\r\n') + 4)];
    expect(top.split('\r\n')[0]).toContain(` ${status} `);
    expect(top.toLowerCase()).toContain('content-type: application/problem+json');
    for (const header of ['content-security-policy: default-src', 'x-content-type-options: nosniff', 'referrer-policy: same-origin'])
      expect(top.toLowerCase()).toContain(header);
    expect(JSON.parse(body)).toMatchObject({ code, status });
    expect(booking.seen).toEqual([]);
    expect(auth.seen).toEqual([]);
  });

  it('names the methods that an address takes', async () => {
    expect((await call('/api/concert', { method: 'DELETE' })).headers.allow).toBe('GET, HEAD, OPTIONS');
    const answer = await call('/api/reserve-your-seat', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
    });
    expect([answer.status, answer.headers.allow]).toEqual([204, 'OPTIONS, POST']);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await call('/api/nothing', { method: 'OPTIONS' })).status).toBe(404);
  });

  it('stops a body without a length at the limit', async () => {
    const answer = await post('/api/reserve-your-seat', { body: Buffer.alloc(300 * 1024, 'x'), chunked: true });
    expect([answer.status, problem(answer).code]).toEqual([413, 'request.too_large']);
    expect((await post('/api/reserve-your-seat', { body: Buffer.alloc(200 * 1024, 'x'), chunked: true })).status).toBe(200);
    expect(booking.seen.at(-1)?.body).toHaveLength(200 * 1024);
  });

  it('reads a refused body to its end, so that the connection goes on', async () => {
    const chunk = `${(1_048_576).toString(16)}\r\n${'x'.repeat(1_048_576)}\r\n`;
    const text = await raw(
      `POST /api/reserve-your-seat HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\nGET /api/concert HTTP/1.1\r\nHost: localhost:8080\r\n\r\n`,
      { silenceMs: 2_000 },
    );
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  it('answers what is odd but right: 200 cookies, a long user agent, no body, 100 requests in a row', async () => {
    const cookies = Array.from({ length: 200 }, (_, index) => `c${index}=1`).join('; ');
    expect((await call('/api/concert', { headers: { cookie: cookies, 'user-agent': 'x'.repeat(4_096) } })).status).toBe(200);
    expect((await post('/api/reserve-your-seat', { body: '' })).status).toBe(200);
    const text = await raw(`GET /api/concert HTTP/1.1\r\nHost: localhost:8080\r\n\r\n`.repeat(100), { silenceMs: 1_500 });
    expect(text.split('HTTP/1.1 200').length - 1).toBe(100);
  });

  it('believes no forwarded address unless a proxy is trusted', async () => {
    const forwarded = { 'x-forwarded-for': Array.from({ length: 1_000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`).join(',') };
    expect((await call('/api/concert?x=1', { headers: forwarded })).status).toBe(200);
    expect(booking.seen[0]?.headers).not.toHaveProperty('x-concert-client-address');
    const entrance = await open({ TRUSTED_PROXIES: 'loopback' });
    await call('/api/concert?x=1', { entrance, headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' } });
    await entrance.stop();
    expect(booking.seen[1]?.headers['x-concert-client-address']).toBe('203.0.113.9');
  });

  it('B9-38 counts forwarded addresses that nobody trusted sent, and warns of them once a minute', async () => {
    let now = 0;
    const entrance = await open({}, () => now);
    const trusting = await open({ TRUSTED_PROXIES: 'loopback' });
    const [forwarded, standard] = [{ 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=203.0.113.9' }];
    const warnings = () =>
      lines
        .filter((line) => line.includes('their sender is no trusted proxy'))
        .map((line) => (JSON.parse(line) as { count: number }).count);
    const before = warnings().length;
    try {
      for (const headers of [forwarded, standard, {}, forwarded]) await call('/', { entrance, headers });
      expect(await metricsOf(entrance)).toMatch(/^http_forwarded_untrusted_total\{service="gateway"\} 3$/m);
      expect(warnings().slice(before)).toEqual([1]);
      now = 60_000;
      await call('/', { entrance, headers: forwarded });
      expect(warnings().slice(before)).toEqual([1, 3]);
      await call('/', { entrance: trusting, headers: forwarded });
      expect(await metricsOf(trusting)).toMatch(/^http_forwarded_untrusted_total\{service="gateway"\} 0$/m);
    } finally {
      await Promise.all([entrance.stop(), trusting.stop()]);
    }
  });

  it('B9-39 counts nobody for the address of a proxy near it that it does not trust, and says at start that it misses one', async () => {
    const entrance = await open({
      PUBLIC_ORIGIN: 'https://concert.test',
      RATE_LIMIT_PER_MINUTE: '2',
      RATE_LIMIT_AUTH_PER_MINUTE: '1',
      HTTP_MOST_UNDER_WAY_PER_NETWORK: '1',
    });
    const startWarnings = () => lines.filter((line) => line.includes('no proxy is trusted')).length;
    const trusting = await open({ PUBLIC_ORIGIN: 'https://concert.test', TRUSTED_PROXIES: 'loopback' });
    try {
      expect(startWarnings()).toBe(1);
      const signUp = (visitor?: string) =>
        post('/api/auth/sign-up', {
          entrance,
          headers: {
            host: 'concert.test',
            origin: 'https://concert.test',
            ...(visitor === undefined ? {} : { 'x-forwarded-for': visitor }),
          },
        });
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => signUp(`203.0.113.${index}`)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      for (const { headers } of auth.seen) expect(headers).not.toHaveProperty('x-concert-client-address');
      expect([(await signUp()).status, (await signUp()).status]).toEqual([200, 429]);
    } finally {
      await Promise.all([entrance.stop(), trusting.stop()]);
    }
  });

  it('B9-34 speaks https with a certificate, and reaches services and servers of web rooms that have one', async () => {
    const [authority, folder] = await Promise.all([createAuthority('this system'), certificateFolder()]);
    const { cert, key } = await authority.issue('gateway');
    await folder.write({ 'tls.crt': cert, 'tls.key': key, 'ca.crt': authority.cert });
    const asked: (string | undefined)[] = [];
    const inner = createServer({ cert, key }, (request, response) => {
      asked.push(request.url);
      const known = request.url === '/index.html' || request.url?.startsWith('/api/concert');
      response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' }).end('{"inner":true}');
    });
    await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
    const url = `https://127.0.0.1:${(inner.address() as AddressInfo).port}`;
    const files = { TLS_CERT_FILE: folder.file('tls.crt'), TLS_KEY_FILE: folder.file('tls.key'), TLS_CA_FILE: folder.file('ca.crt') };
    const entrance = await open({ BOOKING_URL: url, WEB_SHELL: url, ...files });
    const ask = (target: string) =>
      new Promise<string>((resolve, reject) => {
        const { port } = new URL(entrance.url);
        httpsGet(
          { host: '127.0.0.1', port, path: target, headers: { host: 'localhost:8080' }, ca: authority.cert, agent: false },
          (response) => {
            let text = `${response.statusCode} `;
            response.on('data', (chunk: Buffer) => (text += chunk.toString()));
            response.on('end', () => resolve(text));
          },
        ).on('error', reject);
      });
    try {
      expect(new URL(entrance.url).protocol).toBe('https:');
      expect([await ask('/api/concert?x=1'), await ask('/')]).toEqual(['200 {"inner":true}', '200 {"inner":true}']);
      expect(asked).toContain('/prerendered.json');
      // Looked for on other copies, too.
      expect(await ask('/app.0123456789abcdef.js')).toMatch(/^404/);
      expect(asked.filter((url) => url === '/app.0123456789abcdef.js').length).toBeGreaterThan(1);
      await expect(call('/', { entrance })).rejects.toThrow();
    } finally {
      await entrance.stop();
      inner.close();
      inner.closeAllConnections();
      await folder.remove();
    }
  });
});

describe('limits', () => {
  it('B9-03 slow one address down, tighter where somebody proves who they are, and never the signed messages', async () => {
    const entrance = await open({ RATE_LIMIT_PER_MINUTE: '6', RATE_LIMIT_AUTH_PER_MINUTE: '2' });
    try {
      const statuses: number[] = [];
      for (let index = 0; index < 3; index += 1) statuses.push((await post('/api/auth/sign-in', { entrance })).status);
      expect(statuses).toEqual([200, 200, 429]);
      for (let index = 0; index < 3; index += 1) statuses.push((await call('/api/concert', { entrance })).status);
      const answer = await call('/api/concert?x=1', { entrance });
      expect([...statuses.slice(3), answer.status, problem(answer).code]).toEqual([200, 200, 200, 429, 'request.too_many']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(5);
      const metrics = await (await fetch(`${entrance.metricsUrl!}`)).text();
      expect(metrics).toMatch(/security_events_total\{event="rate_limited",.*\} 2\n/);
      for (let index = 0; index < 10; index += 1) expect((await post('/api/stripe-webhook', { entrance })).status).toBe(200);
      expect((await call('/', { entrance })).status).toBe(200);
    } finally {
      await entrance.stop();
    }
  });
});

describe('limits of forms', () => {
  it('B9-03 slow down what strangers can have mailed, and never what the mail provider tells or who leaves the list', async () => {
    const entrance = await open({ RATE_LIMIT_FORMS_PER_MINUTE: '2', NOTIFY_URL: payment.url });
    try {
      const paths = ['/api/contact-messages', '/api/next-date', '/api/next-date/confirm'];
      const answers = await Promise.all(paths.map((path) => post(path, { entrance })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
      expect((await call('/api/mails', { entrance })).status).toBe(200);
      const signature = { 'x-twilio-email-event-webhook-signature': 'MEUC+/=', 'x-twilio-email-event-webhook-timestamp': '1763726400' };
      const body = '[ {"event" : "delivered"} ]';
      for (let index = 0; index < 5; index += 1)
        expect((await post('/api/sendgrid-events', { entrance, body, headers: signature })).status).toBe(200);
      expect(payment.seen.at(-1)!.body.toString()).toBe(body);
      expect(payment.seen.at(-1)!.headers).toMatchObject(signature);
      // Mail programs of many readers leave the next-date list from a few addresses.
      const press = { 'content-type': 'application/x-www-form-urlencoded' };
      for (let index = 0; index < 5; index += 1) {
        const left = await post('/api/next-date/one-click?token=x', { entrance, body: 'List-Unsubscribe=One-Click', headers: press });
        expect(left.status).toBe(200);
      }
      expect(payment.seen.at(-1)!.headers).toMatchObject(press);
      // The provider gathers what it tells; what strangers send stays small.
      const sizes = [
        ['/api/sendgrid-events', 700 * 1_024],
        ['/api/sendgrid-events', 1_025 * 1_024],
        ['/api/next-date', 700 * 1_024],
      ] as const;
      const large = await Promise.all(sizes.map(([path, length]) => post(path, { entrance, body: `["${'x'.repeat(length - 4)}"]` })));
      expect(large.map(({ status }) => status)).toEqual([200, 413, 413]);
    } finally {
      await entrance.stop();
    }
  });
});

describe("the site's files", () => {
  it('come compressed, and are kept for ever where their name carries their content', async () => {
    const br = await call('/main.1a2b3c4d.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect([br.status, br.headers['content-encoding'], br.headers['cache-control'], br.headers.vary]).toEqual([
      200,
      'br',
      'public, max-age=31536000, immutable',
      'accept-encoding',
    ]);
    expect(br.headers['content-type']).toContain('javascript');
    const gz = await call('/main.1a2b3c4d.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(gz.headers['content-encoding']).toBe('gzip');
    const plain = await call('/main.1a2b3c4d.js');
    expect([plain.headers['content-encoding'], plain.body.length]).toEqual([undefined, 2_300]);
    expect((await call('/main.1a2b3c4d.js', { headers: { 'if-none-match': String(plain.headers.etag) } })).status).toBe(304);
  });

  it('come in ranges', async () => {
    const answer = await call('/remotes/public/song.0011aabb.mp3', { headers: { range: 'bytes=2-4' } });
    expect([answer.status, answer.headers['content-range'], answer.body]).toEqual([206, 'bytes 2-4/10', '234']);
    expect((await call('/remotes/public/song.0011aabb.mp3', { headers: { range: 'bytes=50-60' } })).status).toBe(400);
  });

  it('are one page for every screen, with 404 where there is none', async () => {
    for (const target of ['/', '/login?nav=rys', '/admin/users', '/get-details?ref=bk_1', '/login/']) {
      const answer = await call(target);
      expect([answer.status, answer.headers['cache-control'], answer.body]).toEqual([
        200,
        'no-cache',
        '<!doctype html><title>Concert</title>',
      ]);
    }
    const unknown = await call('/nothing/here', { headers: { 'if-none-match': '*', range: 'bytes=0-1' } });
    expect([unknown.status, unknown.body]).toEqual([404, '<!doctype html><title>Concert</title>']);
  });

  it('B9-54 whose address may hold a secret are listed by no search engine and tell no site where somebody came from', async () => {
    const headersOf = async (target: string) => {
      const { headers } = await call(target);
      return [headers['x-robots-tag'], headers['referrer-policy']];
    };
    for (const target of [
      '/get-details?ref=bk_1&ref2=x',
      '/get-details/?ref=bk_1&ref2=x',
      '/get-hf-details?ref=cp_1&ref2=x&c=v',
      '/refund?ref=bk_1&ref2=x',
      '/payment-successful?ref=bk_1&ref2=cs_1',
      '/payment-failed',
      '/payment-cancelled',
    ])
      expect([target, ...(await headersOf(target))]).toEqual([target, 'noindex', 'no-referrer']);
    for (const target of ['/', '/concert-details', '/reserve-your-seat'])
      expect([target, ...(await headersOf(target))]).toEqual([target, undefined, 'same-origin']);
  });

  it('tell which remotes there are, and a remote that is not there costs only itself', async () => {
    const list = await call('/remotes.json');
    expect(list.headers['cache-control']).toBe('no-store');
    expect(JSON.parse(list.body)).toEqual(
      ['public', 'booking', 'admin'].map((name) => ({ name, entry: `/remotes/${name}/mf-manifest.json` })),
    );
    expect((await call('/remotes/public/mf-manifest.json')).headers['cache-control']).toBe('no-store');
    expect(problem(await call('/remotes/admin/mf-manifest.json')).code).toBe('request.not_found');
    expect(problem(await call('/remotes/other/mf-manifest.json')).code).toBe('request.not_found');
  });

  it('may come from another server', async () => {
    booking.state.handler = (request, response) =>
      request.url === '/mf-manifest.json'
        ? response.writeHead(200, { 'content-type': 'application/json', 'x-powered-by': 'x', 'cache-control': 'max-age=9' }).end('{}')
        : response.writeHead(404).end();
    const answer = await call('/remotes/booking/mf-manifest.json?v=1', { headers: { cookie: COOKIE } });
    expect([answer.status, answer.body, answer.headers['cache-control'], answer.headers['x-powered-by']]).toEqual([
      200,
      '{}',
      'no-store',
      undefined,
    ]);
    expect(booking.seen[0]?.url).toBe('/mf-manifest.json');
    expect(booking.seen[0]?.headers).not.toHaveProperty('cookie');
    const missing = await call('/remotes/booking/a.1a2b3c4d.js');
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store']);
    const entrance = await open({ WEB_SHELL: 'http://127.0.0.1:9' });
    expect(problem(await call('/', { entrance })).code).toBe('request.unavailable');
    await entrance.stop();
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/remotes/public/../../secret.txt',
    '/remotes/public/..%5c..%5csecret.txt',
    '/.hidden/secret.txt',
    '/main.1a2b3c4d.js%00.txt',
    '/etc/passwd.txt',
  ])('never leave their folder: %s', async (target) => {
    const answer = await call(target);
    expect([400, 404]).toContain(answer.status);
    expect(answer.body).not.toContain('secret"');
    expect(answer.body).not.toMatch(/^secret/);
  });

  it('are looked for on other copies of their server, while each has the files of its own build', async () => {
    let looks = 0;
    booking.state.handler = (request, response) => {
      looks += 1;
      if (looks < 3) response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{}');
      else response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'br', 'x-powered-by': 'x' }).end('new');
    };
    const found = await call('/remotes/booking/artists.1a2b3c4d.js', { headers: { 'accept-encoding': 'br', cookie: COOKIE } });
    expect([
      found.status,
      found.body,
      found.headers['content-type'],
      found.headers['content-encoding'],
      found.headers['cache-control'],
      found.headers['x-powered-by'],
    ]).toEqual([200, 'new', 'text/javascript', 'br', 'public, max-age=31536000, immutable', undefined]);
    // Each time over a connection of its own: a kept one leads to the same copy.
    expect(booking.seen.slice(1).map(({ headers }) => [headers.connection, headers['accept-encoding'], headers.cookie])).toEqual(
      Array(2).fill(['close', 'br', undefined]),
    );
    looks = 0;
    expect((await call('/remotes/booking/mf-manifest.json')).status).toBe(404);
    expect(looks).toBe(1);
  });

  it('say so while they are not there', async () => {
    const entrance = await open({ WEB_SHELL: path.join(folder, 'nowhere') });
    const answer = await call('/', { entrance });
    expect([answer.status, problem(answer).code]).toEqual([503, 'request.unavailable']);
    await entrance.stop();
  });

  it('B9-05 carry the policies of the site', async () => {
    const { headers } = await call('/');
    expect(headers['content-security-policy']).toContain("script-src 'self'; style-src 'self'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['permissions-policy']).toContain('camera=(self)');
    expect(headers).not.toHaveProperty('strict-transport-security');
    const entrance = await open({ PUBLIC_ORIGIN: 'https://concert.example' });
    expect((await call('/', { entrance, headers: { host: 'concert.example' } })).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    );
    expect((await call('/', { entrance, headers: { host: 'localhost:8080' } })).status).toBe(400);
    expect((await call('/health/ready', { entrance, headers: { host: '10.0.0.7:8080' } })).status).toBe(200);
    await entrance.stop();
  });

  it('B8-33 lets whoever started it know it again, and tells strangers no version', async () => {
    const entrance = await open({ INSTANCE_ID: 'started-as-this' });
    const [own, other] = await Promise.all([call('/health/ready', { entrance }), call('/health/ready')]);
    expect(JSON.parse(own.body)).toEqual({ ready: true, dependencies: {}, instance: 'started-as-this' });
    expect(JSON.parse(other.body)).toEqual({ ready: true, dependencies: {} });
    await entrance.stop();
  });

  it('says once a minute that requests name another site, whose calls a proxy or a provider would lose', async () => {
    let nowMs = 0;
    const entrance = await open({}, () => nowMs);
    const said = () =>
      lines
        .map((line) => JSON.parse(line) as { message: string; host?: string; count?: number })
        .filter(({ message }) => /another site/.test(message));
    const before = said().length;
    const wrong = { entrance, headers: { host: 'shop.example' }, method: 'POST', body: '{}' };
    for (let index = 0; index < 5; index += 1) expect((await call('/api/stripe-webhook', wrong)).status).toBe(400);
    nowMs = 60_000;
    expect((await call('/api/stripe-webhook', wrong)).status).toBe(400);
    expect(said().slice(before)).toMatchObject([
      { host: 'shop.example', count: 1, setting: 'ALLOWED_HOSTS' },
      { host: 'shop.example', count: 5 },
    ]);
    await entrance.stop();
  });
});

describe('the description of the API', () => {
  it('is a page without scripts and a document per service, without what is internal', async () => {
    const page = await call('/api/docs');
    expect(page.status).toBe(200);
    expect(page.body).toContain('/api/reserve-your-seat');
    expect(page.body).not.toMatch(/<script|\/internal\//);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const document = JSON.parse((await call('/api/openapi/booking.json')).body) as { openapi: string; paths: Record<string, unknown> };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/api/ticket-bookings/{bookingId}');
    expect(Object.keys(document.paths).filter((name) => name.startsWith('/internal'))).toEqual([]);
    expect((await call('/api/openapi/other.json')).status).toBe(404);
  });
});

describe('the process', () => {
  it('B9-11 shows its metrics on a port of their own, and nobody who asks for them at the site', async () => {
    expect(await metricsOf(gateway)).toContain('http_request_duration_seconds');
    for (const [target, status] of [
      ['/metrics', 404],
      ['/%6detrics', 400],
      ['/%6Detrics', 400],
      ['/metrics/', 404],
    ] as const) {
      const answer = await call(target);
      expect([target, answer.status]).toEqual([target, status]);
      expect(answer.body).not.toContain('http_request_duration_seconds');
    }
    const own = new URL(gateway.metricsUrl!);
    for (const other of ['/', '/api/concert', '/metrics?x=1']) expect((await fetch(new URL(other, own))).status).toBe(404);
  });

  it('finishes what runs before it stops, and takes no more', async () => {
    const entrance = await open();
    const answer = Promise.withResolvers<void>();
    booking.state.handler = (request, response, body) => void answer.promise.then(() => json({ late: true })(request, response, body));
    const running = call('/api/concert?x=1', { entrance });
    while (booking.seen.length === 0) await pause(5);
    const stopping = entrance.stop();
    answer.resolve();
    expect((await running).body).toBe('{"late":true}');
    await stopping;
    await expect(call('/health/live', { entrance })).rejects.toThrow();
  });

  it('logs neither secrets nor addresses', async () => {
    await call(`/api/ticket-bookings?ref2=${'R'.repeat(20)}`, { headers: { cookie: COOKIE } });
    expect(lines.join('')).toContain('request');
    for (const secret of [SECRET, 'anna@', 'R'.repeat(20), '127.0.0.1']) expect(lines.join('')).not.toContain(secret);
  });
});
