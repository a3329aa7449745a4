import { BlockList, isIPv6 } from 'node:net';
import type { Log } from '@concert/service-kit/process/log';
import type { Metrics } from '@concert/service-kit/process/metrics';
import { networkOf } from '@concert/service-kit/identity/network-of';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../settings.ts';

/** Pause between two warnings, in milliseconds. */
const WARN_EVERY_MS = 60_000;

/** Addresses that no visitor from the internet has: this machine, and networks of machines around it (RFC 1918, 3927, 4193, 6598). */
const NEAR = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  NEAR.addSubnet(network, bits, 'ipv4');
NEAR.addAddress('::1', 'ipv6');
NEAR.addSubnet('fc00::', 7, 'ipv6');
NEAR.addSubnet('fe80::', 10, 'ipv6');

/** Whether a request names the visitor behind it although who sent it is no trusted proxy. */
function namesUntrusted({ headers, ips }: FastifyRequest): boolean {
  // Fastify names more than the sender only where it believed the header.
  return (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined && (ips?.length ?? 1) < 2;
}

/**
 * The visitor's network address; undefined where a proxy nearby sent the request and is not trusted to say it. Such a proxy's own address
 * stands for everybody, so nobody is counted by it. From any other address the header is worth nothing: anybody could send it to be counted
 * nowhere.
 */
export function visitorAddress(request: FastifyRequest): string | undefined {
  // Undefined once its connection was reset.
  const ip = request.ip as string | undefined;
  if (ip === undefined || (namesUntrusted(request) && NEAR.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4'))) return undefined;
  return ip;
}

/** The network that a request counts for; undefined where nobody knows it, see {@link visitorAddress}. */
export function visitorNetwork(request: FastifyRequest): string | undefined {
  const address = visitorAddress(request);
  return address === undefined ? undefined : networkOf(address);
}

/** Says at the start that no proxy is trusted, although something in front must encrypt what this process takes in plain text. */
export function warnOfNoProxy({ PUBLIC_ORIGIN, TLS_CERT_FILE, TRUSTED_PROXIES }: GatewaySettings, log: Log): void {
  if (TRUSTED_PROXIES.length > 0 || TLS_CERT_FILE || !PUBLIC_ORIGIN.startsWith('https:')) return;
  log.warn('no proxy is trusted: visitors behind one cannot be told apart', { setting: 'TRUSTED_PROXIES' });
}

/**
 * Counts requests that name the visitor behind them although who sent them is no trusted proxy, and warns of them once a minute. Anybody can
 * send such a request, and it is not believed; when most are of this kind, `TRUSTED_PROXIES` lacks the proxy in front.
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
    if (namesUntrusted(request)) {
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
