import { currentContext } from '@concert/service-kit/context';
import { DomainError } from '@concert/service-kit/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHostCheck, namesSeveralHosts } from '../routing/hosts.ts';
import { isPlainPath, pathOf } from '../routing/path-check.ts';
import type { GatewaySettings } from '../settings.ts';
import { securityHeaders } from '../web/security-headers.ts';

/** Gives every answer its security headers, and refuses requests whose address, host or announced length is not acceptable. */
export function checkRequests(
  app: FastifyInstance,
  settings: Pick<GatewaySettings, 'PUBLIC_ORIGIN' | 'ALLOWED_HOSTS'>,
  bodyLimitOf: (request: FastifyRequest) => number,
): void {
  const isOwnHost = createHostCheck(settings.PUBLIC_ORIGIN, settings.ALLOWED_HOSTS);
  const dataHeaders = securityHeaders(settings.PUBLIC_ORIGIN, '/api/');
  const pageHeaders = securityHeaders(settings.PUBLIC_ORIGIN, '/');
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
    if (!isOwnHost(request.headers.host) && !request.routeOptions.url?.startsWith('/health/'))
      throw new DomainError('request.malformed', { detail: 'This is not the site that the Host header names' });
    const length = request.headers['content-length'];
    if (length !== undefined && Number(length) > bodyLimitOf(request)) throw new DomainError('request.too_large');
    done();
  });
}
