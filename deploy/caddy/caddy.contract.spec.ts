import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import { request as requestOverTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { problemSchema } from '@concert/contracts/core/problem';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { acceptsConnections, freePorts } from '@concert/machine-kit/ports';
import { run } from '@concert/machine-kit/processes';
import { findCaddy } from '@concert/test-kit/tools';
import { until } from '@concert/test-kit/until';

/*
 * A real Caddy with the configuration of the entrance, changed only where a test must: ports of its own, certificates of its own authority, and a
 * gateway that is not there.
 */

interface Adapted {
  readonly apps: {
    readonly http: { readonly servers: Record<string, { listen: string[] }> };
    readonly tls: { readonly automation: { readonly policies: { issuers: object[] }[] } };
  };
}

const folder = mkdtempSync(path.join(tmpdir(), 'concert-caddy-'));
const log = path.join(folder, 'log');
const authority = path.join(folder, 'caddy/pki/authorities/local/root.crt');
let caddy: ChildProcess;
/** Who is asked about the doors: says for what. */
const checks = createServer((asked, answer) => answer.end(asked.url));
let http = 0;
let https = 0;

/** With a gateway that refuses connections at once. */
function forTests(adapted: string, gone: number): object {
  const config = JSON.parse(
    adapted
      .replaceAll('checks:8080', `127.0.0.1:${(checks.address() as AddressInfo).port}`)
      .replace('gateway:8080', `127.0.0.1:${gone}`)
      .replace('"try_duration":10000000000', '"try_duration":0'),
  ) as Adapted;
  for (const server of Object.values(config.apps.http.servers))
    server.listen = [server.listen[0] === ':80' ? `127.0.0.1:${http}` : `127.0.0.1:${https}`];
  for (const policy of config.apps.tls.automation.policies) policy.issuers = [{ module: 'internal' }];
  return {
    ...config,
    admin: { disabled: true },
    apps: {
      ...config.apps,
      http: { ...config.apps.http, http_port: http, https_port: https },
      pki: { certificate_authorities: { local: { install_trust: false } } },
    },
  };
}

beforeAll(async () => {
  await new Promise<void>((resolve) => checks.listen(0, '127.0.0.1', resolve));
  const program = await findCaddy();
  const [first = 0, second = 0, gone = 0] = await freePorts(3);
  [http, https] = [first, second];
  const env = {
    ...process.env,
    DOMAIN: 'concert.test',
    ACME_CA: 'https://ca.test/directory',
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const { code, output } = await run(
    program,
    ['adapt', '--config', path.join(import.meta.dirname, 'Caddyfile'), '--adapter', 'caddyfile'],
    {
      env,
      withinMs: 60_000,
    },
  );
  expect(code).toBe(0);
  const json = output.split('\n').find((line) => line.startsWith('{"') && line.includes('"apps"'))!;
  writeFileSync(path.join(folder, 'caddy.json'), JSON.stringify(forTests(json, gone)));
  writeFileSync(log, '');
  caddy = spawn('sh', ['-c', `exec "${program}" run --config caddy.json 2>"${log}"`], { cwd: folder, env, stdio: 'ignore' });
  await until(
    'Caddy listens',
    async () => existsSync(authority) && (await acceptsConnections(http)) && (await acceptsConnections(https)),
    Boolean,
    {
      withinMs: 30_000,
    },
  );
  await until(
    'it has its certificates',
    () => handshake({}),
    ({ refused }) => refused === undefined,
    { withinMs: 30_000 },
  );
}, 700_000);

afterAll(async () => {
  checks.close();
  caddy.kill();
  await until('Caddy has ended', () => caddy.exitCode !== null || caddy.signalCode !== null, true);
  rmSync(folder, { recursive: true, force: true });
});

interface Shown {
  readonly protocol?: string | null;
  readonly cipher?: string;
  readonly refused?: string;
}

const handshake = (options: { minVersion?: 'TLSv1'; maxVersion?: 'TLSv1.1' | 'TLSv1.2'; ciphers?: string }): Promise<Shown> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: https, servername: 'concert.test', ca: readFileSync(authority), ...options });
    socket.once('secureConnect', () => {
      resolve({ protocol: socket.getProtocol(), cipher: socket.getCipher().name });
      socket.destroy();
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve({ refused: error.code ?? error.message }));
  });

/** Asks the entrance for an address at one of its names, by https where that is said. */
const ask = (host: string, address: string, { secure = false, method = 'GET' } = {}) =>
  new Promise<{ status: number; to: string | undefined; body: string }>((resolve, reject) => {
    const asked = { host: '127.0.0.1', method, path: address, headers: { host } };
    const onAnswer = (answer: IncomingMessage) =>
      void text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, to: answer.headers.location, body }), reject);
    const call = secure
      ? requestOverTls({ ...asked, port: https, servername: host, ca: readFileSync(authority) }, onAnswer)
      : request({ ...asked, port: http }, onAnswer);
    call.once('error', reject).end();
  });

describe('the entrance from the internet', () => {
  it.each(['concert.test', 'www.concert.test'])(
    'B9-602 leads pages of http://%s on to https, and refuses what programs send',
    async (host) => {
      expect(await ask(host, '/tickets?ref=bk_1')).toMatchObject({ status: 301, to: 'https://concert.test/tickets?ref=bk_1' });
      for (const address of [
        '/api',
        '/api/',
        '/api/concert',
        '/api/auth/sign-in?nav=x',
        '/API/concert',
        '/%61pi/concert',
        '//api/concert',
        '/x/../api/concert',
      ])
        for (const method of ['GET', 'POST'])
          expect([address, await ask(host, address, { method })]).toMatchObject([address, { status: 403, to: undefined }]);
    },
  );

  it('B9-607 hands the check of the doors to who makes it, at each name, by http and https, and nothing else', async () => {
    const door = '/.well-known/door-check/token';
    for (const host of ['concert.test', 'www.concert.test'])
      for (const secure of [false, true]) {
        expect([host, secure, await ask(host, door, { secure })]).toMatchObject([host, secure, { status: 200, body: door }]);
        for (const other of ['/rows', '/.well-known/door-check/../../rows', '/.well-known/security.txt'])
          expect([other, (await ask(host, other, { secure })).status]).not.toEqual([other, 200]);
      }
  });

  it('B9-602 speaks TLS 1.2 and 1.3 only, with suites that are recommended', async () => {
    expect(await handshake({})).toMatchObject({ protocol: 'TLSv1.3' });
    expect(await handshake({ maxVersion: 'TLSv1.2' })).toMatchObject({
      protocol: 'TLSv1.2',
      cipher: expect.stringMatching(/^ECDHE-.*(GCM|CHACHA20)/),
    });
    for (const ciphers of ['AES128-SHA', 'AES256-GCM-SHA384', 'ECDHE-ECDSA-AES128-SHA:ECDHE-RSA-AES128-SHA'])
      expect([ciphers, await handshake({ maxVersion: 'TLSv1.2', ciphers: `${ciphers}:@SECLEVEL=0` })]).toEqual([
        ciphers,
        { refused: expect.any(String) },
      ]);
    expect(await handshake({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' })).toEqual({
      refused: expect.any(String),
    });
  });

  it('B9-602 asks a public authority for the certificates of both names, and has no other way to one', () => {
    const config = JSON.parse(readFileSync(path.join(folder, 'caddy.json'), 'utf8')) as {
      apps: { tls: { automation: { policies: { subjects: string[] }[] } } };
    };
    expect(config.apps.tls.automation.policies.map(({ subjects }) => [...subjects].sort())).toEqual([['concert.test', 'www.concert.test']]);
    const compose = readFileSync(path.join(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
    expect(compose).toContain('ACME_CA: ${ACME_CA:-https://acme-v02.api.letsencrypt.org/directory}');
  });

  /** What is answered while the gateway is away. */
  const away = (address: string) =>
    new Promise<string>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: https, servername: 'concert.test', ca: readFileSync(authority) }, () =>
        socket.write(`GET ${address} HTTP/1.1\r\nHost: concert.test\r\nCookie: a=cookie-secret\r\nConnection: close\r\n\r\n`),
      );
      let answer = '';
      socket.on('data', (data: Buffer) => (answer += data.toString())).once('end', () => resolve(answer));
    });

  it('B8-552 tells programs while the gateway is away, as the site itself does, that they may try again', async () => {
    const answer = await away('/api/concert');
    expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*\r\ncontent-type: application\/problem\+json\r\n[^]*retry-after: 30\r\n/i);
    expect(problemSchema.parse(JSON.parse(answer.slice(answer.indexOf('{'))))).toMatchObject({
      code: 'request.unavailable',
      retryable: true,
    });
  });

  it('B9-603 says politely that the gateway is away, and logs neither the address that was asked for nor who asked', async () => {
    expect(await away('/tickets/path-secret?ref2=query-secret')).toMatch(/^HTTP\/1\.1 503 [^]*\r\nretry-after: 30\r\n[^]*We are back/i);
    expect(readFileSync(log, 'utf8')).not.toMatch(/-secret|remote_ip|cookie/i);
  });
});
