import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers one request of the gateway. */
export type Handler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/** A service that does what the test says. */
export async function startUpstream() {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    seen,
    state,
    server,
    stop,
    port: (server.address() as AddressInfo).port,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
}
export type Upstream = Awaited<ReturnType<typeof startUpstream>>;

/** Answers JSON. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Handler {
  return (_, response) =>
    response
      .writeHead(status, { 'content-type': status >= 400 ? 'application/problem+json' : 'application/json', ...headers })
      .end(JSON.stringify(value));
}

/** A private key as IDENTITY_PRIVATE_KEY has it. */
export function privateKeySetting(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

/** A key as PSEUDONYM_KEY has it. */
export const PSEUDONYM_KEY = randomBytes(32).toString('base64url');
