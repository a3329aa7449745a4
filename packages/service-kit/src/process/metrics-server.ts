import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';
import { serveRenewedCertificate } from './process-tls.ts';
import type { TlsContext } from './tls-context.ts';

/** There are only a few scrapers. */
const MAX_CONNECTIONS = 32;

/** Metrics that can be read. */
export interface ServedMetrics {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Serves a process's metrics at `/metrics` on a port of their own, which is never published: visitors cannot reach it, so no guard has to
 * tell a scraper from a visitor. Over https where the process has a certificate.
 * @returns undefined when no port is set
 */
export async function serveMetrics(
  { registry }: Metrics,
  { METRICS_PORT, SERVICE_HOST }: { METRICS_PORT?: number | undefined; SERVICE_HOST: string },
  certificate?: TlsContext,
): Promise<ServedMetrics | undefined> {
  if (METRICS_PORT === undefined) return undefined;
  const answer: RequestListener = (request, response) => {
    request.resume();
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  };
  const server = certificate ? createSecureServer(certificate.current(), answer) : createServer(answer);
  serveRenewedCertificate(server, certificate);
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    // Needed later too, when a connection cannot be accepted: without a listener that would end the process.
    server.on('error', reject);
    server.listen(METRICS_PORT, SERVICE_HOST, resolve);
  });
  const host = SERVICE_HOST.includes(':') ? `[${SERVICE_HOST}]` : SERVICE_HOST;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `${certificate ? 'https' : 'http'}://${host}:${(server.address() as AddressInfo).port}/metrics`, stop };
}
