import { currentContext } from '@concert/service-kit/process/context';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHostCheck, namesSeveralHosts } from '../routing/hosts.ts';
import { isPlainPath, pathOf } from '../routing/path-check.ts';
import type { GatewaySettings } from '../settings.ts';
import { securityHeaders } from '../web/security-headers.ts';
import { NOT_FOR_SEARCH } from '../web/test-site.ts';

/** Pause between two warnings, in milliseconds. */
const WARN_EVERY_MS = 60_000;
const MAX_HOST_LENGTH = 100;

/** Gives every answer its security headers, and refuses requests whose address, host or announced length is not acceptable. */
export function checkRequests(
  app: FastifyInstance,
  settings: Pick<GatewaySettings, 'PUBLIC_ORIGIN' | 'PAYMENTS_LIVE' | 'ALLOWED_HOSTS'>,
  bodyLimitOf: (request: FastifyRequest) => number,
  { log, now }: { log: Log; now: () => number },
): void {
  let warnedAt = -WARN_EVERY_MS;
  let refused = 0;
  /** One warning a minute: a proxy or a provider that is set up wrongly sends all it has under a wrong name. */
  const noteHost = (host: string | undefined): void => {
    refused += 1;
    if (now() - warnedAt < WARN_EVERY_MS) return;
    log.warn('requests name another site', { host: host?.slice(0, MAX_HOST_LENGTH), setting: 'ALLOWED_HOSTS', count: refused });
    warnedAt = now();
    refused = 0;
  };
  const isOwnHost = createHostCheck(settings.PUBLIC_ORIGIN, settings.ALLOWED_HOSTS);
  const dataHeaders = securityHeaders(settings.PUBLIC_ORIGIN, '/api/');
  const pageHeaders = { ...securityHeaders(settings.PUBLIC_ORIGIN, '/'), ...(settings.PAYMENTS_LIVE ? {} : NOT_FOR_SEARCH) };
  app.addHook('onRequest', (request, reply, done) => {
    // It was reset before it was looked at: it has no address any more, and nobody reads an answer.
    if (request.socket.remoteAddress === undefined) throw new DomainError('request.malformed');
    const path = pathOf(request.url);
    const isCall = path.startsWith('/api');
    void reply.headers(isCall ? dataHeaders : pageHeaders);
    // Browsers keep this beside the call's own timing, where a monitor of pages finds it.
    if (isCall) void reply.header('server-timing', `traceparent;desc="${currentContext()?.traceparent ?? ''}"`);
    if (!isPlainPath(path)) throw new DomainError('request.malformed', { detail: 'The address cannot be read' });
    if (namesSeveralHosts(request.raw.rawHeaders)) throw new DomainError('request.malformed');
    if (!isOwnHost(request.headers.host) && !request.routeOptions.url?.startsWith('/health/')) {
      noteHost(request.headers.host);
      throw new DomainError('request.malformed', { detail: 'This is not the site that the Host header names' });
    }
    const length = request.headers['content-length'];
    if (length !== undefined && Number(length) > bodyLimitOf(request)) throw new DomainError('request.too_large');
    done();
  });
}
