import { type IncomingMessage, request as httpRequest } from 'node:http';
import { until } from '@concert/test-kit/until';
import { describe, expect, it } from '@jest/globals';
import { Pseudonyms } from '@concert/service-kit/identity/pseudonyms';
import {
  ANNA,
  COOKIE,
  type Handler,
  json,
  problem,
  PSEUDONYM_KEY,
  SECRET,
  SIGNED_IN,
  SITE,
  startUpstream,
  type Upstream,
  useGateway,
  verifierOf,
} from '../running-gateway.harness.ts';
import { publicRoutes } from './route-table.ts';
import { UPSTREAMS } from './upstreams.ts';

const { auth, booking, payment, lines, open, call, post, metricsOf, running } = useGateway();
const verifier = verifierOf('svc-booking');
const authVerifier = verifierOf('svc-auth');

describe('handing on', () => {
  it('gives a request to the service of its route, with a trace and an address of its own making', async () => {
    const answer = await call('/api/concert', {
      headers: {
        'x-correlation-id': 'theirs-000001',
        traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
        'x-concert-identity': 'forged',
      },
    });
    expect([answer.status, answer.body]).toEqual([200, '{"ok":true}']);
    const [seen] = booking.seen;
    expect([seen?.method, seen?.url]).toEqual(['GET', '/api/concert']);
    expect(seen?.headers['x-concert-client-address']).toBe('127.0.0.1');
    expect(seen?.headers['x-correlation-id']).toBe(answer.headers['x-correlation-id']);
    expect(seen?.headers['x-correlation-id']).not.toBe('theirs-000001');
    expect(seen?.headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(seen?.headers['traceparent']).not.toContain('a'.repeat(32));
    // Which headers are not handed on is shown in the unit spec of headers.
    expect(seen?.headers).not.toHaveProperty('x-concert-identity');
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
    const { hostname, port } = new URL(running().url);
    const response = await new Promise<IncomingMessage>((resolve) =>
      httpRequest({ hostname, port, path: '/api/concert', agent: false }, resolve).end(),
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
    const answer = await call('/api/concert');
    expect([answer.status, problem(answer).code, answer.headers['content-type']]).toEqual([
      503,
      'request.unavailable',
      expect.stringContaining('application/problem+json'),
    ]);
    expect(answer.body).not.toContain('stack');
  });

  it('says 503 with Retry-After while a service is away', async () => {
    const answer = await call('/api/mails');
    expect([answer.status, problem(answer).code]).toEqual([503, 'request.unavailable']);
    expect(answer.headers['retry-after']).toMatch(/^[1-4]$/);
  });

  /** The first so many requests are taken and their connections closed without a word. */
  const closing = (upstream: Upstream, count: number, then: Handler = json({ ok: true })) => {
    upstream.state.handler = (request, response, body) =>
      upstream.seen.length <= count ? request.socket.destroy() : then(request, response, body);
  };
  const keyed = { headers: { 'idempotency-key': 'press-0001' }, body: '{"seats":1}' };

  it('asks once more for a read whose kept connection had just been closed', async () => {
    closing(booking, 1);
    expect((await call('/api/concert')).status).toBe(200);
    expect(booking.seen).toHaveLength(2);
  });

  it('sends a keyed write once more, byte for byte, when its connection was closed before an answer', async () => {
    closing(booking, 1);
    expect((await post('/api/reserve-your-seat', keyed)).status).toBe(200);
    expect(
      booking.seen.map(({ method, headers, body }) => [method, headers['idempotency-key'], headers['content-length'], body.toString()]),
    ).toEqual(Array(2).fill(['POST', 'press-0001', '11', '{"seats":1}']));
    expect(await metricsOf()).toMatch(/^http_requests_resent_total\{reason="closed",.*\} [1-9]/m);
  });

  it.each([
    ['without a key', '/api/reserve-your-seat', {}],
    ['of a route that knows no key', '/api/ticket-bookings/bk_00000000000000000001000000/cancel', { 'idempotency-key': 'press-0002' }],
  ])('never sends a write %s twice', async (_, target, headers) => {
    closing(booking, 1);
    const answer = await post(target, { headers });
    expect([answer.status, booking.seen.length]).toEqual([503, 1]);
  });

  it('B8-512 waits a moment for a service that is being replaced, also with a write that must not be sent twice', async () => {
    const late = await startUpstream();
    const entrance = await open({ PAYMENT_URL: late.url }, { now: () => 0 });
    try {
      await late.stop();
      const answer = post('/api/stripe-webhook', { body: '{"id":"evt_2"}', entrance });
      const other = post('/api/cancellation/dry-run', { entrance });
      await until(
        'requests are waiting',
        () => metricsOf(entrance),
        (text) => /^http_requests_resent_total\{reason="refused",.*\} \d/m.test(text),
      );
      await late.start();
      expect([(await answer).status, (await other).status]).toEqual([200, 200]);
      expect(late.seen.map(({ url }) => url).sort()).toEqual(['/api/cancellation/dry-run', '/api/stripe-webhook']);
    } finally {
      await entrance.stop();
      await late.stop();
    }
  });

  it('cuts an answer short when the service dies in the middle of it', async () => {
    booking.state.handler = (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('[1,');
      setImmediate(() => request.socket.destroy());
    };
    await expect(call('/api/concert')).rejects.toThrow();
    expect((await call('/api/docs')).status).toBe(200);
  });
});

describe('answers', () => {
  it('are never those of another who asks at the same moment', async () => {
    auth.state.handler = (request, response, body) => {
      const { secrets } = JSON.parse(body.toString()) as { secrets: string[] };
      json({ identities: secrets.map((secret) => ({ ...ANNA, name: secret[0] })) })(request, response, body);
    };
    booking.state.handler = (request, response, body) =>
      void verifier
        .identity(String(request.headers['x-concert-identity']))
        .then((who) => json({ of: who?.name ?? null })(request, response, body));
    const people = ['A', 'B', 'C'];
    const own = people.map((name) => ({ cookie: `__Host-concert-session=${name.repeat(43)}` }));
    for (const { route } of publicRoutes(UPSTREAMS).filter(
      ({ upstream: { name }, route: { method } }) => name === 'booking' && method === 'GET',
    )) {
      const target = route.path.replace(/:[A-Za-z]+/g, 'bk_00000000000000000001000000');
      const answers = await Promise.all([...own, ...own].map((headers) => call(target, { headers })));
      expect([target, answers.map(({ body }) => (JSON.parse(body) as { of: string }).of)]).toEqual([target, [...people, ...people]]);
      expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(Array(6).fill('no-store'));
    }
  });
});

describe('sessions', () => {
  it('turn into a signed identity that the service can check', async () => {
    await call('/api/ticket-bookings', { headers: { cookie: `other=1; ${COOKIE}` } });
    expect(JSON.parse(auth.seen[0]?.body.toString() ?? '')).toEqual({ secrets: [SECRET] });
    expect(auth.seen[0]?.url).toBe('/internal/sessions/resolve');
    expect(await authVerifier.caller(String(auth.seen[0]?.headers['x-concert-caller']))).toBe('gateway');
    expect(await verifier.identity(String(booking.seen[0]?.headers['x-concert-identity']))).toEqual(ANNA);
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

  it("B7-508 that end have a buyer's browser forget what the site stored; what an organiser's device has yet to send is left to its page", async () => {
    const answers: Record<string, unknown> = {};
    for (const role of ['buyer', 'organiser', 'admin'] as const) {
      auth.state.handler = (request, response, body) =>
        request.url === '/internal/sessions/resolve'
          ? json({ identities: [{ ...ANNA, role }] })(request, response, body)
          : json({}, 200, { 'x-concert-session-secret': '' })(request, response, body);
      answers[role] = (await post('/api/auth/sign-out', { headers: SIGNED_IN })).headers['clear-site-data'];
    }
    expect(answers).toEqual({ buyer: '"storage"', organiser: undefined, admin: undefined });
  });

  it('are set by svc-auth alone', async () => {
    booking.state.handler = json({}, 200, { 'x-concert-session-secret': 'T'.repeat(43), 'set-cookie': 'a=b' });
    expect((await call('/api/concert')).headers).not.toHaveProperty('set-cookie');
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

  it('B9-508 of organisers are lent as those of buyers while svc-auth is away, on routes that widen by role as well', async () => {
    const entrance = await open();
    const headers = { cookie: COOKIE };
    auth.state.handler = json({ identities: [{ ...ANNA, role: 'admin' }] });
    const roles = () =>
      Promise.all(booking.seen.map(async ({ headers: sent }) => (await verifier.identity(String(sent['x-concert-identity'])))?.role));
    expect((await call('/api/ticket-bookings', { entrance, headers })).status).toBe(200);
    auth.state.handler = (request) => request.socket.destroy();
    expect((await call('/api/ticket-bookings', { entrance, headers })).status).toBe(200);
    expect((await post('/api/get-booking-details', { entrance, headers: SIGNED_IN })).status).toBe(200);
    expect(await roles()).toEqual(['admin', 'buyer', 'buyer']);
  });

  it('are not called ended because svc-auth is away or too slow to say', async () => {
    const entrance = await open();
    auth.state.handler = (request, response, body) =>
      request.url === '/internal/sessions/resolve' ? undefined : json({ session: null })(request, response, body);
    const slow = await call('/api/auth/session', { entrance, headers: { cookie: COOKIE } });
    expect([slow.status, (JSON.parse(slow.body) as { code: string }).code]).toEqual([503, 'request.unavailable']);
    expect((await call('/api/auth/session', { entrance })).status).toBe(200);
  });

  it('B9-508 F02 of buyers go on while svc-auth is away, those of organisers and strangers wait', async () => {
    const entrance = await open({ NOTIFY_URL: booking.url });
    const headers = { cookie: COOKIE };
    expect((await call('/api/ticket-bookings', { entrance, headers })).status).toBe(200);
    auth.state.handler = (request) => request.socket.destroy();
    expect((await call('/api/ticket-bookings', { entrance, headers })).status).toBe(200);
    expect(await verifier.identity(String(booking.seen[1]?.headers['x-concert-identity']))).toEqual(ANNA);
    expect((await post('/api/reserve-your-seat', { entrance, headers: SIGNED_IN })).status).toBe(200);
    expect((await call('/api/mails', { entrance, headers })).status).toBe(503);
    expect(booking.seen.filter(({ url }) => url === '/api/mails')).toEqual([]);
    const stranger = { cookie: `__Host-concert-session=${'T'.repeat(43)}` };
    expect((await call('/api/ticket-bookings', { entrance, headers: stranger })).status).toBe(503);
    expect((await call('/api/concert', { entrance, headers: stranger })).status).toBe(200);
  });
});

describe('requests caused by other sites', () => {
  it('B9-502 are refused, no service hears of them, and each leaves one line with a pseudonym of where it came from', async () => {
    const from = lines.length;
    const answer = await post('/api/reserve-your-seat', { headers: { origin: 'https://evil.test' } });
    expect([answer.status, problem(answer).code]).toEqual([403, 'request.cross_site']);
    expect(booking.seen).toEqual([]);
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
});
