import { createServer, get as httpsGet } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificateFolder, createAuthority } from '@concert/test-kit/certificates';
import { describe, expect, it } from '@jest/globals';
import { COOKIE, problem, SECRET, useGateway } from './running-gateway.harness.ts';

const { auth, booking, payment, lines, open, call, post, dial, metricsOf, running } = useGateway();

describe('the description of the API', () => {
  it('is a document per service, without what is internal, and a page that leads to them', async () => {
    const page = await call('/api/docs');
    expect(page.status).toBe(200);
    expect(page.body).toContain('<a href="/api/openapi/booking.json">');
    const document = JSON.parse((await call('/api/openapi/booking.json')).body) as { openapi: string; paths: Record<string, unknown> };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/api/ticket-bookings/{bookingId}');
    expect(Object.keys(document.paths).filter((name) => name.startsWith('/internal'))).toEqual([]);
    expect((await call('/api/openapi/other.json')).status).toBe(404);
  });
});

describe('the process', () => {
  it('B9-511 shows its metrics on a port of their own, and nobody who asks for them at the site', async () => {
    expect(await metricsOf()).toContain('http_request_duration_seconds');
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
    const own = new URL(running().metricsUrl!);
    for (const other of ['/', '/api/concert', '/metrics?x=1']) expect((await fetch(new URL(other, own))).status).toBe(404);
  });

  it('logs neither secrets nor addresses', async () => {
    await call(`/api/ticket-bookings?ref2=${'R'.repeat(20)}`, { headers: { cookie: COOKIE } });
    expect(lines.join('')).toContain('request');
    for (const secret of [SECRET, 'anna@', 'R'.repeat(20), '127.0.0.1']) expect(lines.join('')).not.toContain(secret);
  });

  it('B8-528 lets whoever started it know it again, and tells strangers no version', async () => {
    const entrance = await open({ INSTANCE_ID: 'started-as-this' });
    const [own, other] = await Promise.all([call('/health/ready', { entrance }), call('/health/ready')]);
    expect(JSON.parse(own.body)).toEqual({ ready: true, dependencies: {}, instance: 'started-as-this' });
    expect(JSON.parse(other.body)).toEqual({ ready: true, dependencies: {} });
  });

  it('says once a minute that requests name another site, whose calls a proxy or a provider would lose', async () => {
    let nowMs = 0;
    const entrance = await open({}, { now: () => nowMs });
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
  });

  it('B9-630 speaks https with a certificate, and reaches services and servers of web rooms that have one', async () => {
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
      expect([await ask('/api/concert'), await ask('/')]).toEqual(['200 {"inner":true}', '200 {"inner":true}']);
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

/** The code that goes with a status. */
const CODES: Readonly<Record<number, string>> = {
  400: 'request.malformed',
  403: 'request.cross_site',
  404: 'request.not_found',
  405: 'request.method_not_allowed',
  413: 'request.too_large',
  415: 'request.unsupported_media_type',
  431: 'request.too_large',
};

/** Sends bytes as they are and reads until the server closes or falls silent. */
async function raw(bytes: string, silenceMs = 700): Promise<string> {
  let text = '';
  const socket = await dial();
  socket.setTimeout(silenceMs, () => socket.destroy());
  socket.on('data', (chunk) => (text += chunk.toString()));
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

const head = (line: string, ...headers: string[]) =>
  `${[line, 'Host: localhost:8080', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;
const get = (target: string, ...headers: string[]) => head(`GET ${target} HTTP/1.1`, ...headers);
const reserve = (...headers: string[]) => head('POST /api/reserve-your-seat HTTP/1.1', ...headers);
const JSON_TYPE = 'Content-Type: application/json';

describe('malformed requests', () => {
  const cases: [string, string, number][] = [
    ['no such address', get('/api/nothing'), 404],
    ['an internal route', head('POST /internal/sessions/resolve HTTP/1.1', 'Content-Length: 0'), 404],
    ['an internal route by dots', head('POST /api/../internal/sessions/resolve HTTP/1.1', 'Content-Length: 0'), 400],
    ['an address whose letters are encoded', get('/%61pi/concert'), 400],
    ['an absolute address', get('http://evil.test/api/concert'), 400],
    ['wrong method', head('DELETE /api/concert HTTP/1.1'), 405],
    ['TRACE', head('TRACE /api/concert HTTP/1.1'), 405],
    ['GET where only POST is taken', get('/api/reserve-your-seat'), 405],
    ['method override', get('/api/reserve-your-seat', 'X-HTTP-Method-Override: POST'), 405],
    ['POST to a page', head('POST /login HTTP/1.1', 'Content-Length: 0'), 405],
    ['lower-case post', head('post /api/concert HTTP/1.1'), 400],
    ['HTTP/0.9', 'GET /api/concert\r\n\r\n', 400],
    ['HTTP/3.0', head('GET /api/concert HTTP/3.0'), 400],
    ['no HTTP at all', '\u0016\u0003\u0001\u0000\u0000', 400],
    ['foreign Host', 'GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n', 400],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: localhost:8080\r\nHost: evil.test\r\n\r\n', 400],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['64 KB header', get('/', `X-Big: ${'x'.repeat(65_536)}`), 431],
    ['100 KB query', get(`/?q=${'x'.repeat(102_400)}`), 431],
    ['bare LF in a header', 'GET / HTTP/1.1\nHost: localhost:8080\n\n', 400],
    ['folded header', get('/', 'X-A: 1', ' 2'), 400],
    ['length too large', reserve(JSON_TYPE, 'Content-Length: 5242880'), 413],
    ['length that is none', reserve('Content-Length: x'), 400],
    ['two lengths', reserve('Content-Length: 1', 'Content-Length: 2'), 400],
    ['length and chunks', reserve('Content-Length: 4', 'Transfer-Encoding: chunked'), 400],
    ['chunked, identity', reserve('Transfer-Encoding: chunked, identity'), 400],
    ['a chunk that is none', `${reserve('Transfer-Encoding: chunked')}zz\r\n`, 400],
    ['gzip body', reserve(JSON_TYPE, 'Content-Encoding: gzip', 'Content-Length: 0'), 415],
    ['unknown encoding', reserve(JSON_TYPE, 'Content-Encoding: zz', 'Content-Length: 0'), 415],
    ['a content type that is none', `${reserve('Content-Type: ;;;', 'Content-Length: 2')}{}`, 415],
    ['Expect: nonsense', reserve('Expect: nonsense', JSON_TYPE, 'Content-Length: 2'), 400],
    ['Expect: nonsense of a page', get('/', 'Expect: nonsense'), 400],
    ['Sec-Fetch-Site cross-site', reserve('Sec-Fetch-Site: cross-site', 'Content-Length: 0'), 403],
  ];

  it.each(cases)('%s', async (_, bytes, status) => {
    const text = await raw(bytes);
    const [top = '', body = ''] = [text.slice(0, text.indexOf('\r\n\r\n')), text.slice(text.indexOf('\r\n\r\n') + 4)];
    expect(top.split('\r\n')[0]).toContain(` ${status} `);
    expect(top.toLowerCase()).toContain('content-type: application/problem+json');
    for (const header of ['content-security-policy: default-src', 'x-content-type-options: nosniff', 'referrer-policy: same-origin'])
      expect(top.toLowerCase()).toContain(header);
    expect(JSON.parse(body)).toMatchObject({ code: CODES[status], status });
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
      2_000,
    );
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  it('answers what is odd but right: 200 cookies, a long user agent, no body, 100 requests in a row', async () => {
    const cookies = Array.from({ length: 200 }, (_, index) => `c${index}=1`).join('; ');
    expect((await call('/api/concert', { headers: { cookie: cookies, 'user-agent': 'x'.repeat(4_096) } })).status).toBe(200);
    expect((await post('/api/reserve-your-seat', { body: '' })).status).toBe(200);
    const text = await raw(`GET /api/concert HTTP/1.1\r\nHost: localhost:8080\r\n\r\n`.repeat(100), 1_500);
    expect(text.split('HTTP/1.1 200').length - 1).toBe(100);
  });
});

describe('addresses of visitors', () => {
  it('believes no forwarded address unless a proxy is trusted', async () => {
    const forwarded = { 'x-forwarded-for': Array.from({ length: 1_000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`).join(',') };
    expect((await call('/api/concert', { headers: forwarded })).status).toBe(200);
    expect(booking.seen[0]?.headers).not.toHaveProperty('x-concert-client-address');
    const entrance = await open({ TRUSTED_PROXIES: 'loopback' });
    await call('/api/concert', { entrance, headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' } });
    expect(booking.seen[1]?.headers['x-concert-client-address']).toBe('203.0.113.9');
  });

  it('B9-537 counts forwarded addresses that nobody trusted sent, and warns of them once a minute', async () => {
    let now = 0;
    const entrance = await open({}, { now: () => now });
    const trusting = await open({ TRUSTED_PROXIES: 'loopback' });
    const [forwarded, standard] = [{ 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=203.0.113.9' }];
    const warnings = () =>
      lines
        .filter((line) => line.includes('their sender is no trusted proxy'))
        .map((line) => (JSON.parse(line) as { count: number }).count);
    const before = warnings().length;
    for (const headers of [forwarded, standard, {}, forwarded]) await call('/', { entrance, headers });
    expect(await metricsOf(entrance)).toMatch(/^http_forwarded_untrusted_total\{service="gateway"\} 3$/m);
    expect(warnings().slice(before)).toEqual([1]);
    now = 60_000;
    await call('/', { entrance, headers: forwarded });
    expect(warnings().slice(before)).toEqual([1, 3]);
    await call('/', { entrance: trusting, headers: forwarded });
    expect(await metricsOf(trusting)).toMatch(/^http_forwarded_untrusted_total\{service="gateway"\} 0$/m);
  });

  it('B9-538 counts nobody for the address of a proxy near it that it does not trust, and says at start that it misses one', async () => {
    const entrance = await open({
      PUBLIC_ORIGIN: 'https://concert.test',
      RATE_LIMIT_PER_MINUTE: '2',
      RATE_LIMIT_AUTH_PER_MINUTE: '1',
      HTTP_MOST_UNDER_WAY_PER_NETWORK: '1',
    });
    const startWarnings = () => lines.filter((line) => line.includes('no proxy is trusted')).length;
    await open({ PUBLIC_ORIGIN: 'https://concert.test', TRUSTED_PROXIES: 'loopback' });
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
  });
});

describe('limits', () => {
  it('B9-503 slow one address down, tighter where somebody proves who they are, and never the signed messages', async () => {
    const entrance = await open({ RATE_LIMIT_PER_MINUTE: '7', RATE_LIMIT_AUTH_PER_MINUTE: '2' });
    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await post('/api/auth/sign-in', { entrance })).status);
    expect(statuses).toEqual([200, 200, 429]);
    // Whoever waits for a code tries nothing.
    expect((await post('/api/auth/sign-in-codes/check', { entrance })).status).toBe(200);
    for (let index = 0; index < 3; index += 1) statuses.push((await call('/api/concert', { entrance })).status);
    const answer = await call('/api/concert', { entrance });
    expect([...statuses.slice(3), answer.status, problem(answer).code]).toEqual([200, 200, 200, 429, 'request.too_many']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(5);
    const metrics = await (await fetch(`${entrance.metricsUrl!}`)).text();
    expect(metrics).toMatch(/security_events_total\{event="rate_limited",.*\} 2\n/);
    for (let index = 0; index < 10; index += 1) expect((await post('/api/stripe-webhook', { entrance })).status).toBe(200);
    expect((await call('/', { entrance })).status).toBe(200);
  });
});

describe('limits of forms', () => {
  it('B9-503 B1-528 slow down what strangers can have mailed or held, and never what the mail provider tells or who leaves the list', async () => {
    const entrance = await open({ RATE_LIMIT_FORMS_PER_MINUTE: '2', NOTIFY_URL: payment.url });
    const form = () => post('/api/contact-messages', { entrance });
    const answers = await Promise.all([form(), form(), form()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
    expect((await call('/api/mails', { entrance })).status).toBe(200);
    const signature = { 'x-twilio-email-event-webhook-signature': 'MEUC+/=', 'x-twilio-email-event-webhook-timestamp': '1763726400' };
    const body = '[ {"event" : "delivered"} ]';
    for (let index = 0; index < 5; index += 1)
      expect((await post('/api/sendgrid-events', { entrance, body, headers: signature })).status).toBe(200);
    expect(payment.seen.at(-1)!.body.toString()).toBe(body);
    expect(payment.seen.at(-1)!.headers).toMatchObject(signature);
    // Holds for people nobody knows store something, too; they are counted apart.
    const hold = () => post('/api/reserve-your-seat/hold', { entrance });
    expect((await Promise.all([hold(), hold(), hold()])).map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1);
    expect((await post('/api/reserve-your-seat', { entrance })).status).not.toBe(429);
    const invitation = `/api/invitation-links/iv_${'0'.repeat(26)}`;
    expect((await post(`${invitation}/claim`, { entrance })).status).toBe(429);
    expect((await post(invitation, { entrance })).status).not.toBe(429);
    // Mail programs of many readers leave the waiting list from a few addresses.
    const press = { 'content-type': 'application/x-www-form-urlencoded' };
    for (let index = 0; index < 5; index += 1) {
      const left = await post('/api/waiting/one-click?ref2=x', { entrance, body: 'List-Unsubscribe=One-Click', headers: press });
      expect(left.status).toBe(200);
    }
    expect(booking.seen.at(-1)!.headers).toMatchObject(press);
    // The provider gathers what it tells; what strangers send stays small.
    const sizes = [
      ['/api/sendgrid-events', 700 * 1_024],
      ['/api/sendgrid-events', 1_025 * 1_024],
      ['/api/contact-messages', 700 * 1_024],
    ] as const;
    const large = await Promise.all(sizes.map(([path, length]) => post(path, { entrance, body: `["${'x'.repeat(length - 4)}"]` })));
    expect(large.map(({ status }) => status)).toEqual([200, 413, 413]);
  });
});
