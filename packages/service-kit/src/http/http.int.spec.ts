import { Agent, get, request as plainRequest } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CALLER_HEADER, CLIENT_ADDRESS_HEADER, CORRELATION_HEADER, IDENTITY_HEADER } from '@concert/contracts/core/identity';
import type { Role } from '@concert/contracts/core/roles';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { Route } from '@concert/contracts/core/route';
import { until } from '@concert/test-kit/until';
import { numberedPerson } from '@concert/test-kit/numbered';
import { probeRoutes, startProbe } from '../../test/probe-service.ts';
import { RunningProbe } from '../../test/running-probe.harness.ts';
import { IdentitySigner } from '../identity/identity.ts';
import { InternalClient } from './internal-client.ts';
import { Pseudonyms } from '../identity/pseudonyms.ts';

const probe = new RunningProbe();
const { room, keys, lines } = probe;
const signer = (name: 'gateway' | 'svc-booking' | 'svc-payment') => new IdentitySigner(name, keys.settingsFor(name).IDENTITY_PRIVATE_KEY);

const AWAY = { name: 'NeighbourUnavailableError' };
const neighbour = (name: 'svc-booking' | 'svc-payment' = 'svc-booking', url = probe.service.url, withinMs?: number) =>
  new InternalClient('svc-notify', [url], signer(name), withinMs);

const person = (role: Role = 'buyer') =>
  numberedPerson(0, { email: 'anna@example.org', name: 'Anna', role, signedInAt: '2026-11-21T12:00:00.000Z' });

async function ask(
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> & Partial<ProblemDocument> }> {
  const response = await fetch(`${probe.service.url}${path}`, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> };
}
const asJson = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const asPerson = async (role: Role): Promise<RequestInit> => ({
  headers: { [IDENTITY_HEADER]: await signer('gateway').signIdentity(person(role), 'svc-notify') },
});

beforeAll(() => probe.start());
afterAll(() => probe.stop());

describe('a process that is asked to stop', () => {
  it('B8-560 goes on answering for a moment, and every answer ends its connection', async () => {
    const leaving = await startProbe(
      { ...room.settingsOf('svc-notify'), ...keys.settingsFor('svc-notify') },
      { logLines: { write: () => undefined } },
    );
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<{ status: number | undefined; connection: string | undefined; kept: boolean }>((resolve, reject) => {
        const call = get(`${leaving.url}/health/live`, { agent }, (answer) => {
          answer.resume();
          answer.once('end', () => resolve({ status: answer.statusCode, connection: answer.headers.connection, kept: call.reusedSocket }));
        });
        call.once('error', reject);
      });
    expect(await ask()).toEqual({ status: 200, connection: 'keep-alive', kept: false });
    const stopped = leaving.stop(5_000);
    expect(await ask()).toEqual({ status: 200, connection: 'close', kept: true });
    await stopped;
    agent.destroy();
  });
});

describe('health', () => {
  it('names what the process needs', async () => {
    const { body } = await ask('/health/ready');
    expect(body).toMatchObject({ ready: true, dependencies: { mongodb: true, rabbitmq: true, schema: true, facts: true } });
    expect((await ask('/health/live')).status).toBe(200);
    const metrics = await (await fetch(probe.service.metricsUrl!)).text();
    expect(metrics).toMatch(/dependency_up\{dependency="mongodb",service="svc-notify"\} 1/);
  });
});

describe('a request', () => {
  it('reaches its handler validated, with who asks and under one correlation id, body or not', async () => {
    const answer = await ask('/api/echo?loud=yes', asJson({ text: 'om' }, { [CORRELATION_HEADER]: 'journey-12345678' }));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ text: 'om', count: 1, loud: 'yes', signedIn: false, correlationId: 'journey-12345678' });
    expect(answer.headers.get(CORRELATION_HEADER)).toBe('journey-12345678');
    const line = lines.map((text) => JSON.parse(text) as Record<string, unknown>).findLast(({ message }) => message === 'echo');
    expect(line).toMatchObject({ service: 'svc-notify', count: 1, reason: 'asked', correlationId: 'journey-12345678' });
    expect(line?.['traceId']).toMatch(/^[0-9a-f]{32}$/);
    const ended = await until('its end is logged', () =>
      lines
        .map((text) => JSON.parse(text) as Record<string, unknown>)
        .find(({ message, correlationId }) => message === 'request' && correlationId === 'journey-12345678'),
    );
    expect(ended).toMatchObject({ route: '/api/echo', status: 200, traceId: line?.['traceId'] });
  });

  it('keeps its correlation and its trace when the body comes late', async () => {
    const sent = plainRequest(`${probe.service.url}/api/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', expect: '100-continue', [CORRELATION_HEADER]: 'journey-late-body' },
    });
    const answered = new Promise<string>((resolve, reject) => {
      sent.once('error', reject);
      sent.once('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve(text));
      });
    });
    // The server has the head and asks for the rest.
    sent.once('continue', () => sent.write('{"text":'));
    sent.flushHeaders();
    await new Promise((resolve) => sent.once('continue', resolve));
    await until('half of the body is out', () => sent.writableLength, 0);
    sent.end('"om"}');
    expect(JSON.parse(await answered)).toMatchObject({ correlationId: 'journey-late-body' });
  });

  it('ignores a correlation id that could break a log or a header', async () => {
    const { body } = await ask('/api/echo', asJson({ text: 'om' }, { [CORRELATION_HEADER]: 'x{}" <script>' }));
    expect(body['correlationId']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['text that is no JSON', '{', 400, 'request.malformed'],
    ['a byte order mark and nothing', '\uFEFF', 400, 'request.malformed'],
    ['a prototype key', '{"text":"x","__proto__":{"admin":true}}', 400, 'request.malformed'],
    ['a constructor key', '{"text":"x","constructor":{"prototype":{"a":1}}}', 400, 'request.malformed'],
    ['no body', '', 400, 'request.malformed'],
    ['null', 'null', 400, 'request.malformed'],
    ['a number', '0', 400, 'request.malformed'],
    ['a text', '"x"', 400, 'request.malformed'],
    ['an array', '[]', 422, 'request.invalid'],
    ['a missing field', '{}', 422, 'request.invalid'],
    ['an unknown field', '{"text":"x","role":"admin"}', 422, 'request.invalid'],
    ['depth 10,000', `{"text":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 422, 'request.invalid'],
    ['300 KB', JSON.stringify({ text: 'x'.repeat(300 * 1024) }), 413, 'request.too_large'],
  ])('S8-32 with %s is a precise refusal', async (_, body, status, code) => {
    const answer = await ask('/api/echo', asJson(body));
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body).toMatchObject({ status, instance: '/api/echo', type: `urn:concert:problem:${code}` });
    expect(answer.body.traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('names each field that is wrong', async () => {
    const { body } = await ask('/api/echo?loud=maybe', asJson({ text: '', 'a/b': 1 }));
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '?loud', field: 'loud' })]);
    const second = await ask('/api/echo', asJson({ text: '', 'a/b': 1 }));
    expect(second.body.errors).toEqual([
      { pointer: '/text', field: 'text', detail: 'Text is required' },
      { pointer: '/a~1b', field: 'a/b', detail: 'is not a field of this request' },
    ]);
  });

  it.each([
    ['GET', '/api/nothing'],
    ['DELETE', '/api/echo'],
    ['GET', '/'],
    ['GET', '/api/%ZZ'],
    ['HEAD', '/api/who'],
  ])('S8-32 %s %s names nothing', async (method, path) => {
    const response = await fetch(`${probe.service.url}${path}`, { method });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('a failure', () => {
  it('of the domain is the document of its code, also from the middle of a chain of causes', async () => {
    const { status, body } = await ask('/api/fail/refused');
    expect([status, body.code, body.title, body.detail]).toEqual([409, 'probe.too_many', 'There are too many things', 'No more than that']);
    expect((await ask('/api/fail/wrapped')).body.code).toBe('probe.too_many');
  });

  it('nobody foresaw is 500 with fixed text; the log has name, place and the trace of the document', async () => {
    const { status, body } = await ask('/api/fail/unknown');
    expect([status, body.code]).toEqual([500, 'request.failed']);
    expect(JSON.stringify(body)).not.toMatch(/secret|anna/);
    const line = lines.map((text) => JSON.parse(text) as Record<string, unknown>).findLast(({ message }) => message === 'a request failed');
    expect(line).toMatchObject({ level: 'error', route: '/api/fail/:how', traceId: body.traceId, fault: { error: 'Error' } });
    expect(lines.join('')).not.toContain('secret text');
  });

  it('with a code that is in no catalogue says nothing of it', async () => {
    const { status, body } = await ask('/api/fail/unlisted');
    expect([status, body.code]).toEqual([500, 'request.failed']);
    expect(JSON.stringify(body)).not.toContain('secret');
  });
});

describe('access', () => {
  it('gives each role what it includes and no more', async () => {
    const asked = async (path: string, role: Role) => (await ask(path, await asPerson(role))).status;
    expect(await Promise.all((['buyer', 'organiser', 'admin'] as const).map((role) => asked('/api/who', role)))).toEqual([200, 200, 200]);
    expect(await Promise.all((['buyer', 'organiser', 'admin'] as const).map((role) => asked('/api/organise', role)))).toEqual([
      403, 204, 204,
    ]);
    expect(await Promise.all((['buyer', 'organiser', 'admin'] as const).map((role) => asked('/api/administer', role)))).toEqual([
      403, 403, 204,
    ]);
    expect((await ask('/api/who', await asPerson('buyer'))).body).toEqual(person());
  });

  it('to an internal route is for the named callers; for all others it does not exist', async () => {
    const booking = neighbour();
    expect(await booking.call(probeRoutes.inside, { params: { number: '7' } })).toEqual({ number: '7' });
    await expect(booking.call(probeRoutes.inside, { params: { number: '99' } })).rejects.toMatchObject({
      name: 'DomainError',
      code: 'probe.too_many',
    });
    await expect(neighbour('svc-payment').call(probeRoutes.inside, { params: { number: '7' } })).rejects.toMatchObject(AWAY);
  });

  it('that is refused leaves one line with pseudonyms, and a count', async () => {
    const counted = async () => {
      const metrics = await (await fetch(probe.service.metricsUrl!)).text();
      return ['proof_missing', 'forbidden', 'token_refused', 'link_refused'].map((event) =>
        Number(new RegExp(`security_events_total\\{event="${event}".*\\} (\\d+)`).exec(metrics)![1]),
      );
    };
    const [from, before] = [lines.length, await counted()];
    const source = { [CLIENT_ADDRESS_HEADER]: '203.0.113.77' };
    await ask('/api/who', { headers: source });
    await ask('/api/organise', { headers: { ...source, ...(await asPerson('buyer')).headers } });
    await ask('/api/who', { headers: { ...source, [IDENTITY_HEADER]: 'junk' } });
    await ask('/internal/things/7', { headers: { ...source, [CALLER_HEADER]: await signer('svc-payment').signCaller('svc-notify') } });
    await ask('/api/fail/gone', { headers: source });
    const told = lines
      .slice(from)
      .map((text) => JSON.parse(text) as Record<string, unknown>)
      .filter(({ event }) => event !== undefined);
    expect(told.map(({ event, level, code, route, userId }) => [event, level, code, route, userId])).toEqual([
      ['proof_missing', 'info', 'request.session_required', '/api/who', undefined],
      ['forbidden', 'info', 'request.forbidden', '/api/organise', person().userId],
      ['token_refused', 'warn', 'request.session_required', '/api/who', undefined],
      ['token_refused', 'warn', 'request.not_found', '/internal/things/:number', undefined],
      ['link_refused', 'info', 'request.not_found', '/api/fail/:how', undefined],
    ]);
    const pseudonym = new Pseudonyms(keys.settingsFor('svc-notify').PSEUDONYM_KEY).ofSource('203.0.113.77');
    expect(new Set(told.map(({ sourceHash }) => sourceHash))).toEqual(new Set([pseudonym]));
    expect(lines.slice(from).join('')).not.toContain('203.0.113');
    expect((await counted()).map((count, at) => count - before[at]!)).toEqual([1, 1, 2, 1]);
  });

  it('to a repeatable write needs a key that can be kept', async () => {
    const identity = (await asPerson('buyer')).headers as Record<string, string>;
    const bought = (key?: string) => ask('/api/buy', asJson({}, { ...identity, ...(key === undefined ? {} : { 'idempotency-key': key }) }));
    expect((await bought('k-1')).body).toEqual({ key: 'k-1' });
    expect((await bought('x'.repeat(200))).status).toBe(200);
    for (const key of [undefined, '', 'x'.repeat(201), 'with space']) expect((await bought(key)).body.code).toBe('request.key_required');
  });

  it('to a neighbour that closes its connection is made once more where that does no harm, and only there', async () => {
    let times = 0;
    let closes = 1;
    const answer = JSON.stringify({ number: '7' });
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => {
        times += 1;
        if (times <= closes) socket.destroy();
        else
          socket.end(
            `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${answer.length}\r\nconnection: close\r\n\r\n${answer}`,
          );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const client = neighbour('svc-booking', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      const change = { ...probeRoutes.inside, method: 'POST' as string } as typeof probeRoutes.inside;
      const calls = async (route: typeof probeRoutes.inside & Pick<Route, 'repeatable'>) => {
        times = 0;
        const outcome = await client.call(route, { params: { number: '7' } }).then(
          () => 'answered',
          (error: Error) => error.name,
        );
        return [outcome, times];
      };
      expect(await calls(probeRoutes.inside)).toEqual(['answered', 2]);
      expect(await calls({ ...change, repeatable: true })).toEqual(['answered', 2]);
      expect(await calls(change)).toEqual(['NeighbourUnavailableError', 1]);
      closes = 9;
      expect(await calls(probeRoutes.inside)).toEqual(['NeighbourUnavailableError', 2]);
    } finally {
      server.close();
    }
  });

  it('to a neighbour that is away, slow or breaks its promise is told apart from a refusal', async () => {
    const ask = { params: { number: '7' } };
    await expect(neighbour('svc-booking', 'http://127.0.0.1:9').call(probeRoutes.inside, ask)).rejects.toMatchObject(AWAY);
    await expect(neighbour('svc-booking', probe.service.url, 1).call(probeRoutes.inside, ask)).rejects.toMatchObject(AWAY);
    const broken = { ...probeRoutes.inside, answer: probeRoutes.who.answer };
    await expect(neighbour().call(broken, ask)).rejects.toThrow('broke its contract');
  });
});
