import type { Log } from '@concert/service-kit/log';
import type { Metrics } from '@concert/service-kit/metrics';
import type { FastifyInstance } from 'fastify';

/** Pause between two warnings, in milliseconds. */
const WARN_EVERY_MS = 60_000;

/**
 * Counts requests that name the visitor behind them although who sent them is no trusted proxy, and warns of them once a minute. Anybody can
 * send such a request, and it is not believed; when most are of this kind, `TRUSTED_PROXIES` lacks the proxy in front, and all
 * visitors count as one address.
 */
export function countForwardedAddresses(
  app: FastifyInstance,
  { log, metrics, now }: { log: Log; metrics: Metrics; now: () => number },
): void {
  const total = metrics.counter(
    'http_forwarded_untrusted_total',
    'Requests with a forwarded address from a sender that is no trusted proxy',
  );
  let warnedAt = -WARN_EVERY_MS;
  let since = 0;
  app.addHook('onRequest', (request, _, done) => {
    // Fastify names more than the sender only where it believed the header.
    const believed = (request.ips?.length ?? 1) > 1;
    if (!believed && (request.headers['x-forwarded-for'] ?? request.headers.forwarded) !== undefined) {
      total.inc();
      since += 1;
      if (now() - warnedAt >= WARN_EVERY_MS) {
        log.warn('requests name a visitor, and their sender is no trusted proxy', { setting: 'TRUSTED_PROXIES', count: since });
        warnedAt = now();
        since = 0;
      }
    }
    done();
  });
}
