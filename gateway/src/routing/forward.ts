import type { IncomingHttpHeaders } from 'node:http';
import type { Identity } from '@concert/contracts/core/identity';
import type { Route } from '@concert/contracts/core/route';
import { currentContext } from '@concert/service-kit/context';
import { DomainError, domainErrorIn } from '@concert/service-kit/errors';
import type { IdentitySigner } from '@concert/service-kit/identity';
import type { Log } from '@concert/service-kit/log';
import { rootCodeOf, type NoAnswer } from '@concert/service-kit/no-answer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { flowCookieFor, flowSecretIn, isFlowOperation } from '../sessions/flow-cookie.ts';
import { clearedCookie, cookieFor, sessionSecretIn } from '../sessions/session-cookie.ts';
import type { SessionResolver } from '../sessions/session-resolver.ts';
import { headersToBrowser, headersToService, sessionChangeIn } from './headers.ts';
import { OWNERS, type OwnerName } from './owners.ts';
import { pathOf } from './plain-path.ts';
import { Resending } from './resending.ts';
import type { PublicRoute } from './route-table.ts';

/** What forwarding needs. */
export interface Forwarding {
  readonly urls: Readonly<Record<OwnerName, string>>;
  readonly sessions: SessionResolver;
  readonly signer: IdentitySigner;
  readonly log: Log;
  /** Told of each request that is sent again. */
  readonly resent: (reason: NoAnswer) => void;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: (() => number) | undefined;
  readonly fail: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
}

/** Of a body whose sender says nothing of it. */
const UNKNOWN_TYPE = 'application/octet-stream';
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Hands a request, whole, to the service that owns its route, and the answer back as it streams. */
export function createForward({ urls, sessions, signer, log, resent, now, fail }: Forwarding) {
  const resendings = new Map<OwnerName, Resending>(OWNERS.map(({ name }) => [name, new Resending(now)]));
  return ({ owner, operation, route }: PublicRoute) => {
    const base = urls[owner.name];
    const { host } = new URL(base);
    const inFlow = isFlowOperation(owner.name, operation);
    const resending = resendings.get(owner.name)!;
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const secret = route.bodyKind === 'raw' ? undefined : sessionSecretIn(request.headers.cookie);
      const identity = secret === undefined ? null : await identityFor(sessions, secret, route);
      const token = identity ? await signer.signIdentity(identity, `svc-${owner.name}`) : undefined;
      const flowSecret = inFlow ? flowSecretIn(request.headers.cookie) : undefined;
      const context = currentContext();
      const decide = resending.decide(isRepeatable(route, request), resent);
      return reply.from(`${base}${pathOf(request.url)}`, {
        // Services answer GET; what HEAD leaves out is left out by this server.
        ...(request.method === 'HEAD' ? { method: 'GET' as const } : {}),
        timeout: route.longestSilenceMs ?? owner.timeoutMs,
        ...(Buffer.isBuffer(request.body) ? { body: request.body, contentType: request.headers['content-type'] ?? UNKNOWN_TYPE } : {}),
        retryDelay: ({ err }) => {
          if (!err) resending.answered();
          return err && !reply.raw.destroyed ? decide(err) : null;
        },
        rewriteRequestHeaders: (_, headers) =>
          headersToService(
            headers,
            {
              host,
              correlationId: context?.correlationId ?? '',
              traceparent: context?.traceparent ?? '',
              clientAddress: request.ip,
              ...(token === undefined ? {} : { identity: token }),
              ...(flowSecret === undefined ? {} : { flowSecret }),
            },
            !WITHOUT_BODY.has(request.method),
          ),
        rewriteHeaders: (headers) => {
          const answer: IncomingHttpHeaders = { 'cache-control': 'no-store', ...headersToBrowser(headers) };
          const change = owner.name === 'auth' ? sessionChangeIn(headers) : undefined;
          const cookies: string[] = [];
          if (change !== undefined) {
            if (secret !== undefined) sessions.forget(secret);
            // Only the page itself can tell what a door's device has yet to send, so what organisers keep is left to the page.
            if (change === 'ended' && identity?.role === 'buyer') answer['clear-site-data'] = '"storage"';
            cookies.push(change === 'ended' ? clearedCookie() : cookieFor(change.secret, change.lifetimeSeconds));
          }
          const flow = inFlow ? flowCookieFor(headers) : undefined;
          if (flow !== undefined) cookies.push(flow);
          if (cookies.length > 0) answer['set-cookie'] = cookies;
          return answer;
        },
        onResponse: (_request, _reply, upstream) => {
          const { statusCode, headers, stream } = upstream as unknown as {
            statusCode: number;
            headers: IncomingHttpHeaders;
            stream: NodeJS.ReadableStream & { destroy(): void };
          };
          if (statusCode < 500 || String(headers['content-type']).startsWith('application/problem+json')) {
            reply.send(stream);
            return;
          }
          // A failure that is no problem document is not a service speaking.
          stream.destroy();
          for (const name of Object.keys(headers)) reply.removeHeader(name);
          log.warn('a service failed without a problem document', { dependency: owner.name, route: route.path, status: statusCode });
          fail(new DomainError('request.unavailable'), request, reply);
        },
        onError: (_reply, { error }) => {
          const refusal = domainErrorIn(error);
          if (!refusal) log.warn('a service did not answer', { dependency: owner.name, route: route.path, reason: rootCodeOf(error) });
          fail(refusal ?? new DomainError('request.unavailable'), request, reply);
        },
      });
    };
  };
}

/**
 * Who asks. While svc-auth is away, what it said lately is enough to finish as a buyer; an organiser's routes wait, and what is open to everybody to read stays open,
 * but for the question who asks: nobody is told that they are signed out because svc-auth is slow.
 */
async function identityFor(sessions: SessionResolver, secret: string, route: Route): Promise<Identity | null> {
  try {
    const { identity, remembered } = await sessions.resolve(secret);
    if (remembered && (route.access === 'organiser' || route.access === 'admin')) throw new DomainError('request.unavailable');
    return identity;
  } catch (error) {
    if (route.access === 'public' && route.method === 'GET' && !route.aboutCaller && !domainErrorIn(error)) return null;
    throw error;
  }
}

/** Whether doing it twice does no more than doing it once: reads, keyed writes, and signed messages, which are sent again anyway. */
function isRepeatable(route: Route, request: FastifyRequest): boolean {
  if (WITHOUT_BODY.has(request.method) || route.repeatable || route.bodyKind === 'raw') return true;
  return route.idempotencyKey !== undefined && Boolean(request.headers['idempotency-key']);
}
