import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@concert/test-kit/until';
import { afterEach, describe, expect, it } from '@jest/globals';
import { request } from 'undici';
import { keepConnections } from '../process/kept-connections.ts';
import { LOOKUP_INTERVAL_MS, roundRobin, type HostLookup } from './round-robin.ts';

const servers: Server[] = [];
const clock = { now: 0 };

const listen = (server: Server, port: number, host: string) => new Promise<void>((resolve) => void server.listen(port, host, resolve));
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const urlOf = (server: Server) => `http://127.0.0.1:${portOf(server)}`;

/** One copy of a service, which answers with its name and what it was sent, and keeps no connection, as one does that is about to end. */
async function startCopy(name: string, { port = 0, host = '127.0.0.1' } = {}): Promise<Server> {
  const server = createServer((asked, response) => {
    let body = name;
    asked
      .on('data', (chunk: Buffer) => (body += ` ${chunk.toString()}`))
      .on('end', () => response.setHeader('connection', 'close').end(body));
  });
  await listen(server, port, host);
  servers.push(server);
  return server;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function callerOf(urls: readonly string[], lookup?: HostLookup) {
  const dispatcher = keepConnections().compose(roundRobin(urls, { now: () => clock.now, ...(lookup ? { lookup } : {}) }));
  return async (body?: string, url = urls[0]!): Promise<string> => {
    const answer = await request(url, { dispatcher, ...(body === undefined ? {} : { method: 'POST' as const, body }) });
    return answer.body.text();
  };
}

const several = (count: number, call: () => Promise<string>) => Promise.all(Array.from({ length: count }, call));
const countOf = (answers: readonly string[], name: string) => answers.filter((answer) => answer === name).length;

afterEach(async () => {
  clock.now = 0;
  await Promise.all(
    servers
      .splice(0)
      .filter(({ listening }) => listening)
      .map(close),
  );
});

describe('B8-518 requests to a service with several addresses', () => {
  it('go to them in turn, and those for others are left alone', async () => {
    const [first, second, other] = [await startCopy('first'), await startCopy('second'), await startCopy('other')];
    const call = callerOf([urlOf(first), urlOf(second)]);
    const answers = await several(50, () => call());
    expect([countOf(answers, 'first'), countOf(answers, 'second')]).toEqual([25, 25]);
    expect(await several(3, () => call(undefined, urlOf(other)))).toEqual(['other', 'other', 'other']);
  });

  it('go to the next one, whole and once, while one refuses connections, and back when it may be there again', async () => {
    const [first, second] = [await startCopy('first'), await startCopy('second')];
    const port = portOf(first);
    const call = callerOf([urlOf(first), urlOf(second)]);
    await close(first);
    expect(await several(20, () => call('an order'))).toEqual(Array.from({ length: 20 }, () => 'second an order'));
    await listen(first, port, '127.0.0.1');
    clock.now += LOOKUP_INTERVAL_MS;
    const answers = await several(20, () => call());
    expect([countOf(answers, 'first'), countOf(answers, 'second')]).toEqual([10, 10]);
  });

  it('go to one that refused a moment ago when the others refuse, and fail when all do', async () => {
    const [first, second] = [await startCopy('first'), await startCopy('second')];
    const port = portOf(first);
    const call = callerOf([urlOf(first), urlOf(second)]);
    await close(first);
    expect(await several(2, () => call())).toEqual(['second', 'second']);
    await listen(first, port, '127.0.0.1');
    await close(second);
    expect(await several(2, () => call())).toEqual(['first', 'first']);
    await close(first);
    await expect(call()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('B8-518 a name with several addresses', () => {
  it('is looked up while it is called, and stays known while it cannot be', async () => {
    const [first, second] = [await startCopy('first', { host: '127.0.0.2' }), await startCopy('second')];
    const third = await startCopy('third', { host: '127.0.0.3', port: portOf(first) });
    await close(second);
    const moved = await startCopy('second', { port: portOf(first) });
    const answers = { addresses: ['127.0.0.1', '127.0.0.2'], looks: 0, fails: false };
    const call = callerOf([`http://localhost:${portOf(moved)}`], () => {
      answers.looks += 1;
      return answers.fails ? Promise.reject(new Error('no name server')) : Promise.resolve(answers.addresses);
    });
    const goesTo = (name: string) => until(`a call goes to ${name}`, call, name);
    await goesTo('first');
    await goesTo('second');
    expect(answers.looks).toBe(1);
    answers.addresses = ['127.0.0.3', '127.0.0.2'];
    clock.now += LOOKUP_INTERVAL_MS;
    await goesTo('third');
    answers.fails = true;
    clock.now += LOOKUP_INTERVAL_MS;
    expect(new Set(await several(4, () => call()))).toEqual(new Set(['first', 'third']));
    expect(answers.looks).toBe(3);
    expect(third.listening).toBe(true);
  });
});
