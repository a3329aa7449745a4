import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { atLeast, until } from '@concert/test-kit/until';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RunningGateway } from '../gateway.ts';
import { UPSTREAMS } from '../routing/upstreams.ts';
import { publicRoutes, type PublicRoute } from '../routing/route-table.ts';
import { COOKIE, json, SITE, useGateway, type Ask } from '../running-gateway.harness.ts';

/** Each place and limit is wide, but for those a test narrows. */
const {
  auth,
  booking: service,
  lines: errors,
  open,
  call,
  post,
  dial,
  metricsOf,
  running,
} = useGateway({ 'shell/film.0011aabb.mp4': Buffer.alloc(48 * 1024 * 1024) }, ({ booking: url }) => ({
  LOG_LEVEL: 'error',
  PAYMENT_URL: url,
  NOTIFY_URL: url,
  RATE_LIMIT_PER_MINUTE: '100000000',
  RATE_LIMIT_AUTH_PER_MINUTE: '100000000',
  RATE_LIMIT_FORMS_PER_MINUTE: '100000000',
}));

/** All that comes until the connection ends. */
function heard(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  return new Promise((resolve) => socket.once('close', () => resolve(text)));
}

const ask = async (target: string, options: Ask = {}) => (await call(target, options)).status;
const send = async (target: string, options: Ask = {}) => (await post(target, options)).status;
const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: localhost:8080', 'Content-Type: application/json', `Cookie: ${COOKIE}`, `Origin: ${SITE}`, 'Sec-Fetch-Site: same-origin', ...headers].join('\r\n')}\r\n\r\n`;
/** Nobody, for as many as are asked for. */
const resolvedIn = (body: Buffer) => (JSON.parse(body.toString()) as { secrets?: string[] }).secrets?.map(() => null);
const asChunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const addressOf = ({ route }: PublicRoute) => `${route.method} ${route.path.replace(/:[A-Za-z]+/g, 'x')}`;
/** One route of each kind that a body is read for: by service, by who may ask, and by what becomes of its bytes. */
const writing = [
  ...new Map(
    publicRoutes(UPSTREAMS)
      .filter(({ route }) => route.method !== 'GET')
      .map((one) => [
        `${one.upstream.name} ${one.route.access} ${one.route.bodyKind} ${one.route.idempotencyKey} ${one.route.shedFirst}`,
        one,
      ]),
  ).values(),
];
const metric = async (of: RunningGateway, line: RegExp) => Number(line.exec(await metricsOf(of))?.[1] ?? 0);

beforeEach(() => {
  // While svc-auth thinks, a body has no owner unless it was read before.
  auth.state.handler = (request, response, body) =>
    void pause(20).then(() => json({ identities: resolvedIn(body) })(request, response, body));
});

describe('a request whose sender is gone', () => {
  it.each([
    ['a whole one', head('POST /api/reserve-your-seat', 'Content-Length: 2') + '{}'],
    ['a signed message', head('POST /api/stripe-webhook', 'Content-Length: 2') + '{}'],
    ['one without a body', head('GET /api/concert')],
    ['a page', head('GET /')],
  ])('B9-559 is no failure of ours: %s, reset in the moment it was written', async (_, bytes) => {
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const socket = await dial();
        await new Promise((resolve) => socket.write(bytes, resolve));
        socket.resetAndDestroy();
      }),
    );
    expect(await ask('/api/concert')).toBe(200);
    expect(errors).toEqual([]);
    expect(await metric(running(), /^http_request_duration_seconds_count\{[^}]*status="500".*\} (\d+)$/m)).toBe(0);
    await until(
      'none is held',
      () => connections(running()),
      (open) => open <= 1,
    );
  });
});

describe('a body that is cut off', () => {
  /** Moments after the first bytes: at once, while svc-auth is asked, and later. */
  const MOMENTS_MS = [0, 1, 3, 10, 25, 40];

  it.each(writing.map((route) => [addressOf(route)]))('B9-509 at any moment costs nobody anything: %s', async (line) => {
    // An error that nobody owns would end the process, and this test with it.
    await Promise.all(
      MOMENTS_MS.flatMap((moment) =>
        [
          head(line, 'Transfer-Encoding: chunked') + asChunk('{"a":'),
          head(line, 'Transfer-Encoding: chunked'),
          head(line, 'Content-Length: 100') + '{"a":',
        ].flatMap((bytes) =>
          (['destroy', 'resetAndDestroy'] as const).map(async (how) => {
            const socket = await dial();
            await new Promise((resolve) => socket.write(bytes, resolve));
            await pause(moment);
            socket[how]();
          }),
        ),
      ),
    );
    await pause(30);
    expect(await ask('/api/concert')).toBe(200);
    // Nobody is asked anything about a request that is not whole.
    expect(auth.seen).toEqual([]);
    expect(service.seen.map(({ url }) => url)).toEqual(['/api/concert']);
  });

  it('after it was whole, while its service works, costs nobody anything either', async () => {
    const held: ServerResponse[] = [];
    service.state.handler = (_, response) => held.push(response);
    const gone = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const socket = await dial();
        socket.write(head('POST /api/reserve-your-seat', 'Transfer-Encoding: chunked') + asChunk('{}') + '0\r\n\r\n');
        return socket;
      }),
    );
    await until('the service works', () => held.length, 10);
    for (const socket of gone) socket.destroy();
    await pause(30);
    for (const response of held) response.writeHead(200, { 'content-type': 'application/json' }).write('{"half":');
    await pause(30);
    for (const response of held) response.destroy();
    service.state.handler = json({ ok: true });
    expect(await ask('/api/concert')).toBe(200);
  });
});

describe('a body that does not come', () => {
  let hasty: RunningGateway;
  beforeEach(async () => {
    hasty = await open({}, { patience: { bodyMs: 300 } });
  });

  it.each([
    ['Transfer-Encoding: chunked', ''],
    ['Transfer-Encoding: chunked', asChunk('{')],
    ['Content-Length: 100', '{'],
  ])('is waited for a few seconds and no longer: %s %j', async (length, begun) => {
    const socket = await dial(hasty);
    const answer = heard(socket);
    socket.write(head('POST /api/reserve-your-seat', length) + begun);
    const text = await answer;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text.toLowerCase()).toContain('connection: close');
    expect(text).toContain('"code":"request.timed_out"');
    expect(service.seen).toEqual([]);
  });

  it('gives way to others of its network: the oldest first, so that the quick pass', async () => {
    const few = await open({ HTTP_MOST_UNDER_WAY_PER_NETWORK: '3' });
    const answers: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const socket = await dial(few);
      void heard(socket).then((text) => answers.push(`${index} ${text.slice(9, 12)}`));
      await new Promise((resolve) => socket.write(head('POST /api/reserve-your-seat', 'Content-Length: 100') + '{', resolve));
      await pause(20);
    }
    expect(await send('/api/reserve-your-seat', { entrance: few })).toBe(200);
    await until('three gave way', () => answers.length, atLeast(3));
    expect(answers.sort()).toEqual(['0 408', '1 408', '2 408']);
    // Another network's are not touched by that.
    expect(await send('/api/reserve-your-seat', { entrance: few, localAddress: '127.0.0.9' })).toBe(200);
  });
});

describe('a thousand slow bodies', () => {
  const SLOW = 1_000;
  const BODY_MS = 60_000;
  let roomy: RunningGateway;
  beforeEach(async () => {
    roomy = await open({ HTTP_MOST_UNDER_WAY_PER_NETWORK: String(2 * SLOW) }, { patience: { bodyMs: BODY_MS } });
  });

  /** Fifty people, each at an address of their own, ask one thing after the other. */
  async function askAll(): Promise<void> {
    const asked = Array.from({ length: 50 }, async (_, user) => {
      const options = { entrance: roomy, localAddress: `127.0.3.${user + 1}` };
      for (let index = 0; index < 4; index += 1)
        expect([await ask('/api/concert', options), await send('/api/reserve-your-seat', options)]).toEqual([200, 200]);
    });
    await Promise.all(asked);
  }

  it.each([
    ['a signed message', 'POST /api/stripe-webhook'],
    ['what a person sends', 'POST /api/reserve-your-seat'],
  ])('B9-509 of %s take no place from fifty people, and no time', async (_, line) => {
    const slow = await Promise.all(Array.from({ length: SLOW }, () => dial(roomy, '127.0.2.1')));
    for (const socket of slow) socket.resume().write(head(line, 'Content-Length: 1000') + '{');
    await until('all have come in', () => connections(roomy), atLeast(SLOW), { withinMs: 20_000 });
    const began = performance.now();
    await askAll();
    // Whoever waited for one of the slow would wait as long as it may take.
    expect(performance.now() - began).toBeLessThan(BODY_MS / 4);
    expect(await connections(roomy)).toBeGreaterThanOrEqual(SLOW);
  });
});

describe('places', () => {
  it('B9-504 of those who begin a purchase are refused while many finish theirs: by the head alone, told when to come back, and nobody is asked', async () => {
    const held: (() => void)[] = [];
    service.state.handler = (request, response, body) => void held.push(() => json({ ok: true })(request, response, body));
    // Where two pay, four of six places are left for those who begin.
    const small = await open({ HTTP_MOST_UNDER_WAY: '3' });
    const begin = () => send('/api/reserve-your-seat', { entrance: small });
    const pay = () => send('/api/create-payment', { entrance: small });
    try {
      const paying = [pay(), pay()];
      const beginning = [1, 2, 3, 4].map(begin);
      await until('two are paying and four have begun', () => held.length, 6);
      auth.seen.length = 0;
      const newcomer = await dial(small);
      const answered = new Promise<string>((resolve) => newcomer.once('data', (chunk) => resolve(chunk.toString().toLowerCase())));
      // Its body has not come, so whoever waited for it would not answer.
      newcomer.write(head('POST /api/reserve-your-seat', 'Content-Length: 100') + '{');
      const answer = await answered;
      expect(answer).toMatch(/^http\/1.1 503 /);
      expect(answer).toMatch(/\r\nretry-after: [1-4]\r\n/);
      expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n');
      expect([auth.seen.length, service.seen.length]).toEqual([0, 6]);
      paying.push(pay());
      await until('a third one pays', () => held.length, 7);
      expect(await metric(small, /^http_requests_shed_total\{places="newcomers",.*\} (\d+)$/m)).toBe(1);
      held.splice(0).forEach((finish) => finish());
      expect(new Set(await Promise.all([...paying, ...beginning]))).toEqual(new Set([200]));
      const begun = begin();
      await until('someone may begin again', () => held.length, 1);
      held.splice(0).forEach((finish) => finish());
      expect(await begun).toBe(200);
    } finally {
      held.splice(0).forEach((finish) => finish());
    }
  });

  it('come back from whoever leaves, also from the middle of a row of requests', async () => {
    const small = await open({ HTTP_MOST_UNDER_WAY: '4', HTTP_MOST_UNDER_WAY_PER_NETWORK: '4' });
    service.state.handler = (request, response, body) => void pause(10).then(() => json({ ok: true })(request, response, body));
    for (let round = 0; round < 10; round += 1) {
      const socket = await dial(small);
      await new Promise((resolve) => socket.write('GET /api/concert HTTP/1.1\r\nHost: localhost:8080\r\n\r\n'.repeat(6), resolve));
      await pause(round);
      socket.destroy();
    }
    await until(
      'all four places are free again',
      () => Promise.all([1, 2, 3, 4].map(() => ask('/api/concert', { entrance: small }))),
      (statuses) => statuses.every((status) => status === 200),
    );
  });
});

describe('a reader', () => {
  it('B9-509 that takes nothing of its answer is ended; one that takes a little, or waits for its answer, is not', async () => {
    const brisk = await open({}, { patience: { readerMs: 400 } });
    const read = (socket: Socket) =>
      new Promise<IncomingMessage['statusCode']>((resolve) =>
        socket.once('data', (chunk) => resolve(Number(chunk.toString().slice(9, 12)))),
      );
    const [deaf, slow, waiting] = await Promise.all([dial(brisk), dial(brisk), dial(brisk)]);
    for (const socket of [deaf, slow]) {
      socket.pause();
      socket.write('GET /film.0011aabb.mp4 HTTP/1.1\r\nHost: localhost:8080\r\n\r\n');
    }
    const late = Promise.withResolvers<void>();
    service.state.handler = (request, response, body) => void late.promise.then(() => json({ ok: true })(request, response, body));
    const answered = read(waiting);
    waiting.write('GET /api/concert HTTP/1.1\r\nHost: localhost:8080\r\n\r\n');
    let taken = 0;
    slow.on('data', (chunk) => (taken += chunk.length));
    const sips = setInterval(() => {
      slow.resume();
      setTimeout(() => slow.pause(), 5);
    }, 100);
    // Whoever does not read hears of the end only when the connection is looked at again.
    await until('the deaf one is gone', () => connections(brisk), 2, { withinMs: 10_000 });
    await pause(1_000);
    expect(await connections(brisk)).toBe(2);
    expect(taken).toBeGreaterThan(0);
    clearInterval(sips);
    late.resolve();
    expect(await answered).toBe(200);
  });
});

/** Connections that the gateway has now, by its own count. */
const connections = (of: RunningGateway) => metric(of, /^http_connections_open\{.*\} (\d+)$/m);
