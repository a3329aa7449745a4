import type { ServerResponse } from 'node:http';
import { Pseudonyms } from '@concert/service-kit/identity/pseudonyms';
import { describe, expect, it } from '@jest/globals';
import { ANNA, COOKIE, json, problem, PSEUDONYM_KEY, SECRET, SIGNED_IN, SITE, useGateway, verifierOf } from '../running-gateway.harness.ts';

const { auth, booking, lines, open, call, post } = useGateway();
const verifier = verifierOf('svc-booking');
const authVerifier = verifierOf('svc-auth');

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

  it("B7-08 that end have a buyer's browser forget what the site stored; what an organiser's device has yet to send is left to its page", async () => {
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

  it('B9-08 F02 of buyers go on while svc-auth is away, those of organisers and strangers wait', async () => {
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
    expect((await call('/api/concert?x=1', { entrance, headers: stranger })).status).toBe(200);
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
    expect((await post('/api/reserve-your-seat', { headers: SIGNED_IN })).status).toBe(200);
    expect((await post('/api/reserve-your-seat')).status).toBe(200);
  });
});
