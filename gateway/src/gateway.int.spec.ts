import { createServer, get as httpsGet } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { certificateFolder, createAuthority } from '@concert/test-kit/certificates';
import { describe, expect, it } from '@jest/globals';
import { COOKIE, json, SECRET, useGateway } from './running-gateway.harness.ts';

const { booking, lines, open, call, metricsOf, running } = useGateway();

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

  it('B8-33 lets whoever started it know it again, and tells strangers no version', async () => {
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
