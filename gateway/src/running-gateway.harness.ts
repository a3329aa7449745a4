import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Identity } from '@concert/contracts/core/identity';
import { IdentityVerifier } from '@concert/service-kit/identity/identity';
import { readSettings } from '@concert/service-kit/process/settings';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { startGateway, type GatewayOptions, type RunningGateway } from './gateway.ts';
import { gatewaySettings } from './settings.ts';

/** Answers one request of the gateway. */
export type Handler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/** A service that does what the test says. */
export type Upstream = ReturnType<typeof createUpstream>;

function createUpstream() {
  const seen: { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const state: { handler: Handler } = { handler: json({}) };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      state.handler(request, response, body);
    });
  });
  let port = 0;
  return {
    seen,
    state,
    /** Listens, a second time at the same port. */
    start: async () => {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      ({ port } = server.address() as AddressInfo);
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    get url() {
      return `http://127.0.0.1:${port}`;
    },
  };
}

/** One more service, beside those of `useGateway`. */
export async function startUpstream(): Promise<Upstream> {
  const upstream = createUpstream();
  await upstream.start();
  return upstream;
}

/** Answers JSON. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Handler {
  return (_, response) =>
    response
      .writeHead(status, { 'content-type': status >= 400 ? 'application/problem+json' : 'application/json', ...headers })
      .end(JSON.stringify(value));
}

/** A key as PSEUDONYM_KEY has it. */
export const PSEUDONYM_KEY = randomBytes(32).toString('base64url');

const keys = generateKeyPairSync('ed25519');
const publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

/** Checks what the gateway says of people, as a service does. */
export const verifierOf = (service: 'svc-auth' | 'svc-booking') => new IdentityVerifier(service, { gateway: [publicKey] });

export const SITE = 'http://localhost:8080';
export const SECRET = 'S'.repeat(43);
export const COOKIE = `__Host-concert-session=${SECRET}`;
/** Headers of a signed-in person's browser on a page of the site. */
export const SIGNED_IN = { cookie: COOKIE, origin: SITE, 'sec-fetch-site': 'same-origin' };
/** Whose session the cookie is. */
export const ANNA: Identity = {
  userId: 'us_00000000000000000001000000' as Identity['userId'],
  email: 'anna@concert.example',
  name: 'Anna',
  role: 'buyer',
  sessionId: 'se_00000000000000000001000000' as Identity['sessionId'],
  signedInAt: '2026-01-01T00:00:00.000Z',
};

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export const problem = ({ body }: Answer) =>
  JSON.parse(body) as { code: string; status: number; detail: string; traceId: string; retryable?: boolean };

/** What is asked: `chunked` sends the body without its length, `entrance` is another gateway than that of the file. */
export type Ask = RequestOptions & { body?: string | Buffer; chunked?: boolean; entrance?: RunningGateway };

/** Where stand-ins listen. */
interface Urls {
  readonly booking: string;
  readonly payment: string;
}

/**
 * A gateway before stand-ins of its services, for all tests of a file; svc-auth knows the cookie as Anna's, the others answer `{"ok":true}`.
 * Gateways that a test opens beside it stop when that test ends.
 * @param files what the folder of the shell (`shell/…`) holds beside its page, and that of the public remote (`public/…`)
 * @param settings beside, or in place of, those of every gateway
 */
export function useGateway(files: Record<string, string | Buffer> = {}, settings: (urls: Urls) => Record<string, string> = () => ({})) {
  const [auth, booking, payment] = [createUpstream(), createUpstream(), createUpstream()];
  const lines: string[] = [];
  const opened: RunningGateway[] = [];
  const sockets = new Set<Socket>();
  let folder = '';
  let gateway: RunningGateway;

  /** One more gateway. */
  async function open(extra: Record<string, string> = {}, options: GatewayOptions = {}): Promise<RunningGateway> {
    const running = await startGateway(
      readSettings(gatewaySettings, {
        SERVICE_PORT: '0',
        METRICS_PORT: '0',
        PUBLIC_ORIGIN: SITE,
        PAYMENTS_LIVE: 'true',
        LOG_LEVEL: 'debug',
        IDENTITY_PRIVATE_KEY: keys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
        PSEUDONYM_KEY,
        AUTH_URL: auth.url,
        BOOKING_URL: booking.url,
        PAYMENT_URL: payment.url,
        NOTIFY_URL: 'http://127.0.0.1:9',
        WEB_SHELL: path.join(folder, 'shell'),
        WEB_REMOTES: JSON.stringify({ public: path.join(folder, 'public'), booking: booking.url, admin: path.join(folder, 'nowhere') }),
        ...settings({ booking: booking.url, payment: payment.url }),
        ...extra,
      }),
      { logLines: { write: (line) => lines.push(line) }, ...options },
    );
    opened.push(running);
    return running;
  }

  function call(target: string, { body, chunked, entrance = gateway, ...options }: Ask = {}): Promise<Answer> {
    const { hostname, port } = new URL(entrance.url);
    const length = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': Buffer.byteLength(body ?? '') };
    const headers = { ...(body === undefined ? {} : length), ...(options.headers as Record<string, string>) };
    return new Promise((resolve, reject) => {
      const request = httpRequest({ hostname, port, path: target, agent: false, ...options, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() }),
        );
        response.on('error', reject);
      });
      request.on('error', reject);
      request.end(body);
    });
  }

  const post = (target: string, { headers, ...options }: Ask = {}) =>
    call(target, {
      method: 'POST',
      body: '{}',
      ...options,
      headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
    });

  /** A connection, from an address of its own where one is given. */
  async function dial(to = gateway, localAddress?: string): Promise<Socket> {
    const { hostname, port } = new URL(to.url);
    const socket = connect({ host: hostname, port: Number(port), ...(localAddress === undefined ? {} : { localAddress }) });
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    await new Promise((resolve) => socket.once('connect', resolve));
    return socket;
  }

  const metricsOf = async (entrance = gateway) => (await fetch(entrance.metricsUrl!)).text();

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'gateway-'));
    await Promise.all([auth, booking, payment].map((upstream) => upstream.start()));
    for (const [name, content] of Object.entries({ 'shell/index.html': '<!doctype html><title>Concert</title>', ...files })) {
      await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
      await writeFile(path.join(folder, name), content);
    }
    gateway = await open();
    opened.length = 0;
  });

  beforeEach(() => {
    auth.state.handler = json({ identities: [ANNA] });
    for (const upstream of [booking, payment]) upstream.state.handler = json({ ok: true });
    for (const upstream of [auth, booking, payment]) upstream.seen.length = 0;
    lines.length = 0;
  });

  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all(opened.splice(0).map((running) => running.stop()));
  });

  afterAll(async () => {
    await gateway.stop();
    await Promise.all([auth, booking, payment].map((upstream) => upstream.stop()));
    await rm(folder, { recursive: true });
  });

  return { auth, booking, payment, lines, open, call, post, dial, metricsOf, running: () => gateway };
}
