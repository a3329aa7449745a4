import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KeyRing } from '@concert/test-kit/keys';
import { until } from '@concert/test-kit/until';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { probeRoutes } from '../test/probe-service.ts';
import { PASSED_OVER_MS, SILENT_MS } from './copies.ts';
import type { Lookup } from './find-copies.ts';
import { IdentitySigner } from './identity.ts';
import { InternalClient } from './internal-client.ts';
import { keepConnections } from './kept-connections.ts';
import { NeighbourCopies } from './neighbour-copies.ts';

const TIMEOUT_MS = 2_000;
const signer = new IdentitySigner('svc-booking', new KeyRing(['svc-booking']).settingsFor('svc-booking').IDENTITY_PRIVATE_KEY);

/** One copy of a neighbour: answers with its name, as long as nothing else is asked of it. */
class NamedCopy {
  calls = 0;
  handle: RequestListener = (_request, response) => this.answer(response);
  readonly #name: string;
  readonly #server: Server;

  constructor(name: string) {
    this.#name = name;
    this.#server = createServer((request, response) => {
      this.calls += 1;
      this.handle(request, response);
    });
  }

  answer(response: Parameters<RequestListener>[1]): void {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ number: this.#name }));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  listen(port = 0, host = '127.0.0.1'): Promise<void> {
    return new Promise((resolve) => void this.#server.listen(port, host, resolve));
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}

const clock = { now: 0 };
const agent = keepConnections();
let first: NamedCopy;
let second: NamedCopy;

function clientOf(urls: readonly string[], lookup?: Lookup): () => Promise<string> {
  const way = new NeighbourCopies(urls, () => clock.now, lookup).through(agent);
  const client = new InternalClient('svc-notify', urls, signer, TIMEOUT_MS, way);
  return async () => {
    const { number } = await client.call(probeRoutes.inside, { params: { number: '7' } });
    return number;
  };
}

beforeEach(async () => {
  clock.now = 0;
  [first, second] = [new NamedCopy('first'), new NamedCopy('second')];
  await Promise.all([first.listen(), second.listen()]);
});

afterEach(async () => {
  await Promise.all([first.close(), second.close()]);
});

describe('B8-23 calls of a service to a neighbour with two copies', () => {
  it('all go to the first, and none is asked whether it is ready', async () => {
    const call = clientOf([first.url, second.url]);
    expect(new Set(await Promise.all(Array.from({ length: 50 }, call)))).toEqual(new Set(['first']));
    expect([first.calls, second.calls]).toEqual([50, 0]);
  });

  it('are made again at the other when the first has ended, and go there until it may be back', async () => {
    const call = clientOf([first.url, second.url]);
    const { port } = first;
    await first.close();
    expect(await call()).toBe('second');
    await first.listen(port);
    clock.now = PASSED_OVER_MS - 1;
    expect(await call()).toBe('second');
    clock.now = PASSED_OVER_MS;
    expect(await call()).toBe('first');
  });

  it('go to the other once the first has said nothing for a second, and after one that was in vain', async () => {
    const call = clientOf([first.url, second.url]);
    const held: (() => void)[] = [];
    first.handle = (_request, response) => held.push(() => first.answer(response));
    const waiting = call();
    await until(
      'the first has the call',
      () => Promise.resolve(held.length),
      (count) => count === 1,
    );
    clock.now = SILENT_MS;
    expect(await call()).toBe('second');
    await expect(waiting).rejects.toMatchObject({ name: 'NeighbourUnavailableError' });
    expect(await call()).toBe('second');
    expect(first.calls).toBe(1);
    clock.now += PASSED_OVER_MS;
    first.handle = (_request, response) => first.answer(response);
    expect(await call()).toBe('first');
  });

  it('go on to the first when both have failed', async () => {
    const call = clientOf([first.url, second.url]);
    for (const copy of [first, second]) copy.handle = (request) => request.socket.destroy();
    await expect(call()).rejects.toMatchObject({ name: 'NeighbourUnavailableError' });
    first.handle = (_request, response) => first.answer(response);
    expect(await call()).toBe('first');
  });

  it('go where a name leads, looked up once a second while it is called', async () => {
    const { port } = second;
    const third = new NamedCopy('third');
    await third.listen(port, '127.0.0.2');
    try {
      const answers = { addresses: ['127.0.0.2', '127.0.0.1'], looks: 0, fails: false };
      const call = clientOf([`http://localhost:${port}`], () => {
        answers.looks += 1;
        return answers.fails ? Promise.reject(new Error('no name server')) : Promise.resolve(answers.addresses);
      });
      await call();
      const goesTo = (name: string) => until(`a call goes to ${name}`, call, (said) => said === name);
      await goesTo('second');
      expect(answers.looks).toBe(1);
      answers.addresses = ['127.0.0.3', '127.0.0.2'];
      clock.now += 1_000;
      await goesTo('third');
      answers.fails = true;
      clock.now += 1_000;
      expect(await call()).toBe('third');
      expect(answers.looks).toBe(3);
    } finally {
      await third.close();
    }
  });
});
