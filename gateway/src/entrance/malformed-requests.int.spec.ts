import { describe, expect, it } from '@jest/globals';
import { problem, useGateway } from '../running-gateway.harness.ts';

const { auth, booking, call, post, dial } = useGateway();

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
    ['an internal route by backslashes', get('/api/ticket-bookings/..\\..\\..\\internal'), 400],
    ['an internal route by encoded slashes', get('/api/ticket-bookings/..%2f..%2finternal'), 400],
    ['//api///x', get('//api///x'), 400],
    ['an address that does not decode', get('/api/%zz'), 400],
    ['an address whose letters are encoded', get('/%61pi/concert'), 400],
    ['an absolute address', get('http://evil.test/api/concert'), 400],
    ['wrong method', head('DELETE /api/concert HTTP/1.1'), 405],
    ['TRACE', head('TRACE /api/concert HTTP/1.1'), 405],
    ['PROPFIND', head('PROPFIND /api/concert HTTP/1.1'), 405],
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
