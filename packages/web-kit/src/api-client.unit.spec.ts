import { describe, expect, it } from '@jest/globals';
import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { createClient } from './api-client.ts';

interface Sent {
  url: string;
  init: RequestInit;
}

function answering(body: string | object, status = 200) {
  const sent: Sent[] = [];
  const fetchStandIn: typeof fetch = (url, init) => {
    sent.push({ url: url as string, init: init ?? {} });
    return Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
  };
  return { fetch: fetchStandIn, sent };
}

const session = { userId: `us_${'0'.repeat(26)}`, email: 'a@b.example', name: 'A', role: 'buyer' };

const problem = {
  type: 'urn:concert:problem:auth.credentials_refused',
  title: 'The email or the password is not right',
  status: 401,
  detail: 'The email or the password is not right',
  instance: '/api/auth/sign-in',
  code: 'auth.credentials_refused',
  traceId: 't1',
};

describe('the client made from a contract', () => {
  it('sends what the route says and answers what the contract promises', async () => {
    const { fetch, sent } = answering({ session, message: 'Sign in successful' });
    const client = createClient(authRoutes, { fetch, baseUrl: 'http://site.example' });
    const result = await client.signIn({ body: { email: 'a@b.example', password: 'p' } });
    expect(result).toEqual({ ok: true, value: { session, message: 'Sign in successful' } });
    expect(sent[0]?.url).toBe('http://site.example/api/auth/sign-in');
    expect(sent[0]?.init).toMatchObject({ method: 'POST', credentials: 'same-origin', body: '{"email":"a@b.example","password":"p"}' });
  });

  it('offers no internal route', () => {
    const offered = Object.keys(createClient(authRoutes));
    expect(offered).toContain('signIn');
    expect(offered).not.toContain('resolveSessions');
  });

  it('carries the idempotency key, fills the path and writes the query', async () => {
    const { fetch, sent } = answering({ items: [] });
    const bookings = createClient(bookingRoutes, { fetch });
    await bookings.reserve(
      {
        body: {
          firstname: 'A',
          email: 'a@b.example',
          phoneno: '555-123-4567',
          notickets: 1,
          amount: 2500,
          currency: 'USD',
          seating: 'General Seating',
        },
      },
      { idempotencyKey: 'key-1' },
    );
    await bookings.showBooking({ params: { bookingId: 'bk/../x' } });
    await createClient(notifyRoutes, { fetch }).listMails({ query: { limit: '5', cursor: undefined } });
    expect(sent[0]?.init.headers).toMatchObject({ 'idempotency-key': 'key-1', 'content-type': 'application/json' });
    expect(sent[1]?.url).toBe('/api/ticket-bookings/bk%2F..%2Fx');
    expect(sent[2]?.url).toBe('/api/mails?limit=5');
  });

  it('hands on a problem document', async () => {
    const client = createClient(authRoutes, answering(problem, 401));
    expect(await client.signIn({ body: { email: 'a@b.example', password: 'p' } })).toEqual({ ok: false, problem });
  });

  it.each([
    ['an answer that breaks the contract', answering({ session: { name: 'A' } })],
    ['an answer that is no JSON', answering('<html>hello</html>')],
    ['an empty answer where one was promised', answering('')],
    ['a refusal that is no problem document', answering('<html>bad gateway</html>', 502)],
    ['a refusal in another shape', answering({ error: 'x' }, 500)],
  ])('turns %s into network.unreadable', async (_, settings) => {
    const result = await createClient(authRoutes, settings).showSession();
    expect(result).toMatchObject({ ok: false, problem: { code: 'network.unreadable' } });
  });

  it('answers nothing for a route without an answer', async () => {
    expect(await createClient(authRoutes, answering('')).signOut()).toEqual({ ok: true, value: undefined });
  });

  it('turns a network failure into network.unreachable', async () => {
    const client = createClient(authRoutes, { fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
    expect(await client.showSession()).toMatchObject({ ok: false, problem: { code: 'network.unreachable', retryable: true } });
  });

  const neverAnswers: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      const stop = () => reject(init?.signal?.reason as Error);
      if (init?.signal?.aborted) stop();
      else init?.signal?.addEventListener('abort', stop);
    });

  it('S9-25 waits as long as the browser does unless a time is given', async () => {
    const { fetch, sent } = answering({ session });
    const client = createClient(authRoutes, { fetch });
    await client.showSession();
    await client.showSession({}, { timeoutMs: 300_000 });
    expect(sent.map(({ init }) => init.signal !== undefined)).toEqual([false, true]);
  });

  it('tells a stop by the page from a site that takes too long', async () => {
    const client = createClient(authRoutes, { fetch: neverAnswers });
    const stop = new AbortController();
    const stopped = client.showSession({}, { signal: stop.signal });
    stop.abort();
    expect(await stopped).toMatchObject({ ok: false, problem: { code: 'network.stopped' } });
    expect(await client.showSession({}, { timeoutMs: 1 })).toMatchObject({ ok: false, problem: { code: 'network.timed_out' } });
  });
});
