import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { COOKIE, problem, useGateway } from '../running-gateway.harness.ts';

const script = 'console.log("concert");'.repeat(100);
const { booking, open, call } = useGateway({
  'shell/main.1a2b3c4d.js': script,
  'shell/main.1a2b3c4d.js.br': brotliCompressSync(script),
  'shell/main.1a2b3c4d.js.gz': gzipSync(script),
  'shell/.hidden/secret.txt': 'secret',
  'secret.txt': 'secret',
  'public/mf-manifest.json': '{"name":"public"}',
  'public/song.0011aabb.mp3': '0123456789',
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

  it('B9-553 whose address may hold a secret are listed by no search engine and tell no site where somebody came from', async () => {
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

  it('are answered 503 while they are not there', async () => {
    const entrance = await open({ WEB_SHELL: path.join(tmpdir(), 'nowhere') });
    const answer = await call('/', { entrance });
    expect([answer.status, problem(answer).code]).toEqual([503, 'request.unavailable']);
  });

  it('B9-505 carry the policies of the site', async () => {
    const { headers } = await call('/');
    expect(headers['content-security-policy']).toContain("script-src 'self'; style-src 'self'");
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
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
  });
});
