import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { certificateFolder, createAuthority } from '@concert/test-kit/certificates';
import { MAX_UNDER_WAY, RESERVE_MS, SILENT_MS } from '@concert/service-kit/copies';
import { readSettings } from '@concert/service-kit/settings';
import { until } from '@concert/test-kit/until';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startGateway, type GatewayOptions, type RunningGateway } from '../gateway.ts';
import { json, privateKeySetting, PSEUDONYM_KEY, startUpstream, type Handler, type Upstream } from '../running-gateway.harness.ts';
import { gatewaySettings } from '../settings.ts';

let first: Upstream;
let second: Upstream;
let gateway: RunningGateway;
let lines: string[];
const clock = { now: 0 };

function open(settings: Record<string, string>, options: GatewayOptions = {}): Promise<RunningGateway> {
  const nobody = 'http://127.0.0.1:9';
  return startGateway(
    readSettings(gatewaySettings, {
      SERVICE_PORT: '0',
      PUBLIC_ORIGIN: 'http://localhost:8080',
      IDENTITY_PRIVATE_KEY: privateKeySetting(),
      PSEUDONYM_KEY,
      AUTH_URL: nobody,
      BOOKING_URL: nobody,
      PAYMENT_URL: nobody,
      NOTIFY_URL: nobody,
      WEB_SHELL: nobody,
      WEB_REMOTES: '{}',
      HTTP_MOST_UNDER_WAY_PER_NETWORK: '1000',
      ...settings,
    }),
    { logLines: { write: (line) => lines.push(line) }, ...options },
  );
}

/** Ready, and answers with its name. */
const named = (name: string): Handler => json({ name });
/** Ready, and answers nothing else. */
const mute: Handler = (request, response) => {
  if (request.url === '/health/ready') response.end();
};

/** A read with a query is answered by the service itself. */
const ask = async (index = 0) => {
  const answer = await fetch(`${gateway.url}/api/concert?x=${index}`);
  return { status: answer.status, name: ((await answer.json()) as { name?: string }).name };
};
const asked = ({ seen }: Upstream) => seen.filter(({ url }) => url !== '/health/ready').length;
const questions = ({ seen }: Upstream) => seen.filter(({ url }) => url === '/health/ready').length;
const askedAgain = (copy: Upstream, times: number) => {
  const before = questions(copy);
  return until(
    'it was asked again whether it is ready',
    () => Promise.resolve(questions(copy) - before),
    (count) => count >= times,
  );
};
const saidOf = ({ url }: Upstream, words: string) =>
  until(`${url} ${words}`, () => Promise.resolve(lines.some((line) => line.includes(words) && line.includes(url))), Boolean);

beforeEach(async () => {
  lines = [];
  clock.now = 0;
  [first, second] = await Promise.all([startUpstream(), startUpstream()]);
  first.state.handler = named('first');
  second.state.handler = named('second');
  gateway = await open({ BOOKING_URL: `${first.url},${second.url}` }, { now: () => clock.now });
  await Promise.all([first, second].map((copy) => saidOf(copy, 'is ready')));
});

afterEach(async () => {
  await gateway.stop();
  await Promise.all([first.stop(), second.stop()]);
});

describe('B8-18 requests to a service with two copies', () => {
  it('all go to one, so that those which meet are committed together', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(index)));
    expect(answers).toEqual(answers.map(() => ({ status: 200, name: 'first' })));
    expect(asked(second)).toBe(0);
  });

  it('go to the other from the moment that the first one ends, without one that fails, and back when it is ready again', async () => {
    const { port } = new URL(first.url);
    await first.stop();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(index)));
    expect(answers).toEqual(answers.map(() => ({ status: 200, name: 'second' })));
    lines = [];
    await new Promise<void>((resolve) => first.server.listen(Number(port), '127.0.0.1', resolve));
    await saidOf(first, 'is ready');
    expect(await ask()).toEqual({ status: 200, name: 'first' });
  });

  it('B8-21 go to the other when the first one, in reserve until then, has ended unseen', async () => {
    clock.now += RESERVE_MS;
    await Promise.all([first, second].map((copy) => askedAgain(copy, 1)));
    await first.stop();
    expect(await ask()).toEqual({ status: 200, name: 'second' });
  });

  it('B8-21 cost the one in reserve a question every two seconds, and the other one two a second', async () => {
    clock.now += RESERVE_MS;
    await askedAgain(second, 1);
    await ask();
    const before = questions(second);
    await askedAgain(first, 4);
    expect(questions(second)).toBe(before);
    clock.now += RESERVE_MS;
    await askedAgain(second, 1);
  });

  it('go to the other while the first one says that it is not ready', async () => {
    first.state.handler = (...given) => (given[0].url === '/health/ready' ? json({}, 503) : named('first'))(...given);
    await saidOf(first, 'is not ready');
    expect(await ask()).toEqual({ status: 200, name: 'second' });
  });

  it('go to the other once the first one has said nothing for a second, and back when it speaks', async () => {
    const held: (() => void)[] = [];
    first.state.handler = (request, response, body) => {
      if (request.url === '/health/ready') response.end();
      else held.push(() => named('first')(request, response, body));
    };
    const waiting = ask();
    await until(
      'the first copy has the request',
      () => Promise.resolve(held.length),
      (count) => count === 1,
    );
    clock.now += SILENT_MS;
    expect(await ask()).toEqual({ status: 200, name: 'second' });
    held[0]!();
    expect(await waiting).toEqual({ status: 200, name: 'first' });
    first.state.handler = named('first');
    expect(await ask()).toEqual({ status: 200, name: 'first' });
  });

  it('go to the other as well when the first one has as many under way as is good', async () => {
    first.state.handler = mute;
    const waiting = Array.from({ length: MAX_UNDER_WAY }, (_, index) => ask(index).catch(() => undefined));
    await until(
      'the first copy has its share',
      () => Promise.resolve(asked(first)),
      (count) => count === MAX_UNDER_WAY,
    );
    expect(await ask()).toEqual({ status: 200, name: 'second' });
    expect(asked(first)).toBe(MAX_UNDER_WAY);
    await first.stop();
    await Promise.all(waiting);
  });
});

describe('B8-18 a name with several addresses', () => {
  const listen = (server: Server, host: string, port: number) => new Promise<void>((resolve) => server.listen(port, host, resolve));

  it('leads to as many copies, each under the certificate of the name, and to others when they change', async () => {
    const [authority, folder] = await Promise.all([createAuthority('this system'), certificateFolder()]);
    // Good for localhost, and for neither of the addresses.
    const issued = await authority.issue('svc-booking');
    await folder.write({ 'ca.crt': authority.cert });
    const questions: string[] = [];
    const serve = (name: string) =>
      createHttps(issued, (request, response) => {
        if (request.method === 'POST') questions.push(name);
        json({ name, identities: [null] })(request, response, Buffer.alloc(0));
      });
    const [one, other] = [serve('one'), serve('other')];
    await listen(one, '127.0.0.2', 0);
    const { port } = one.address() as AddressInfo;
    await listen(other, '127.0.0.3', port);
    let addresses = ['127.0.0.3'];
    await gateway.stop();
    gateway = await open(
      { AUTH_URL: `https://localhost:${port}`, BOOKING_URL: `https://localhost:${port}`, TLS_CA_FILE: folder.file('ca.crt') },
      { lookup: (name) => Promise.resolve(name === 'localhost' ? addresses : []) },
    );
    try {
      addresses = ['127.0.0.4', '127.0.0.3'];
      await until(
        'one of the two is ready',
        () => Promise.resolve(lines.join('\n')),
        (said) => said.includes(`is ready`) && said.includes(`127.0.0.3:${port}`),
      );
      expect(await ask()).toEqual({ status: 200, name: 'other' });
      addresses = ['127.0.0.3', '127.0.0.2'];
      await until(
        'the new one is ready',
        () => Promise.resolve(lines.join('\n')),
        (said) => said.includes(`127.0.0.2:${port}`),
      );
      expect(await ask()).toEqual({ status: 200, name: 'one' });
      const cookie = `__Host-concert-session=${'S'.repeat(43)}`;
      expect((await fetch(`${gateway.url}/api/concert?x=1`, { headers: { cookie } })).status).toBe(200);
      // The gateway's own questions go there, too.
      expect(questions).toEqual(['one']);
    } finally {
      for (const server of [one, other]) {
        server.close();
        server.closeAllConnections();
      }
      await folder.remove();
    }
  });
});
