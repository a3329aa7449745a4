import type { IncomingHttpHeaders } from 'node:http';
import type { Identity } from '@concert/contracts/core/identity';
import type { Route } from '@concert/contracts/core/route';
import { currentContext } from '@concert/service-kit/process/context';
import { DomainError, domainErrorIn } from '@concert/service-kit/process/errors';
import type { IdentitySigner } from '@concert/service-kit/identity/identity';
import { rootCodeOf, type NoAnswerReason } from '@concert/service-kit/http/no-answer';
import type { Log } from '@concert/service-kit/process/log';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { flowCookieFor, FLOW_COOKIE, isFlowOperation } from '../sessions/flow-cookie.ts';
import { clearedCookie, cookieFor, secretIn, sessionSecretIn } from '../sessions/session-cookie.ts';
import type { SessionResolver } from '../sessions/session-resolver.ts';
import { askWithRetries, BrokenAnswerError, isServiceAnswer, type ServiceRequest, type ServiceAnswer } from './ask-service.ts';
import { visitorAddress } from '../visitors/forwarded-addresses.ts';
import { headersToBrowser, headersToService, sessionChangeIn, type ForwardedContext } from './headers.ts';
import { UPSTREAMS, type UpstreamName } from './upstreams.ts';
import { pathOf } from './path-check.ts';
import { RetryPolicy } from './retry-policy.ts';
import type { PublicRoute } from './route-table.ts';

/** What forwarding needs. */
export interface ForwardOptions {
  readonly urls: Readonly<Record<UpstreamName, string>>;
  readonly sessions: SessionResolver;
  readonly signer: IdentitySigner;
  /** To the services. */
  readonly connections: Dispatcher;
  readonly log: Log;
  /** Told of each request that is sent again. */
  readonly resent: (reason: NoAnswerReason) => void;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: (() => number) | undefined;
  readonly fail: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
}

/** Who may call routes that need no role. The others wait while svc-auth is away: nobody knows who lost a role meanwhile. */
const WITHOUT_ROLE: ReadonlySet<string> = new Set(['public', 'session']);
/** Content type of a body whose sender names none. */
const UNKNOWN_TYPE = 'application/octet-stream';
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** A call of a browser on its way to a service. */
interface Call {
  readonly entry: PublicRoute;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** What the session cookie holds. */
  readonly secret: string | undefined;
  readonly identity: Identity | null;
}

/** Forwards a request, whole, to the service that owns its route, and the answer back: in one piece, or as a stream where it is long. */
export function createForward(forwarding: ForwardOptions) {
  const { urls, sessions, signer, connections, resent, now } = forwarding;
  const retryPolicies = new Map<UpstreamName, RetryPolicy>(UPSTREAMS.map(({ name }) => [name, new RetryPolicy(now)]));
  return (entry: PublicRoute) => {
    const { upstream, operation, route } = entry;
    const { host, origin, pathname } = new URL(urls[upstream.name]);
    const base = pathname.replace(/\/$/, '');
    const inFlow = isFlowOperation(upstream.name, operation);
    const retryPolicy = retryPolicies.get(upstream.name)!;
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const secret = route.bodyKind === 'raw' ? undefined : sessionSecretIn(request.headers.cookie);
      const identity = secret === undefined ? null : await identityFor(sessions, secret, route);
      const token = identity ? await signer.signIdentity(identity, `svc-${upstream.name}`) : undefined;
      const call: Call = { entry, request, reply, secret, identity };
      const question: ServiceRequest = {
        origin,
        path: base + targetOf(request.url),
        // Services answer GET only; this server leaves out the body for HEAD.
        method: route.method,
        ...toldOf(request, headersOf(request, host, token, inFlow)),
        timeoutMs: route.longestSilenceMs ?? upstream.timeoutMs,
      };
      const decide = retryPolicy.decide(isRepeatable(route, request), resent);
      const stays = () => !reply.raw.destroyed;
      let answer: ServiceAnswer;
      try {
        answer = await askWithRetries(
          connections,
          question,
          (status, headers) => stays() && isServiceAnswer(status, headers),
          (error) => (stays() ? decide(error) : null),
        );
      } catch (error) {
        giveUp(error, call, forwarding);
        return reply;
      }
      retryPolicy.answered();
      return giveBack(answer, answerHeaders(answer.headers, call, inFlow, sessions), call, forwarding);
    };
  };
}

/** Path and query of an address as it was sent; a fragment is nobody's business. */
function targetOf(url: string): string {
  const path = pathOf(url);
  const query = url.length === path.length ? -1 : url.indexOf('?');
  return query < 0 ? path : path + url.slice(query);
}

/** Headers and body of a request as its service gets them. */
function toldOf(
  { body, method, headers: given }: FastifyRequest,
  introduction: ForwardedContext,
): Pick<ServiceRequest, 'headers' | 'body'> {
  const headers = headersToService(given, introduction, !WITHOUT_BODY.has(method));
  if (!Buffer.isBuffer(body) || WITHOUT_BODY.has(method)) return { headers, body: null };
  headers['content-type'] ??= UNKNOWN_TYPE;
  headers['content-length'] = String(body.length);
  return { headers, body };
}

/** What the gateway itself tells the service of a request. */
function headersOf(request: FastifyRequest, host: string, identity: string | undefined, inFlow: boolean): ForwardedContext {
  const flowSecret = inFlow ? secretIn(request.headers.cookie, FLOW_COOKIE) : undefined;
  const context = currentContext();
  const clientAddress = visitorAddress(request);
  return {
    host,
    correlationId: context?.correlationId ?? '',
    traceparent: context?.traceparent ?? '',
    ...(clientAddress === undefined ? {} : { clientAddress }),
    ...(identity === undefined ? {} : { identity }),
    ...(flowSecret === undefined ? {} : { flowSecret }),
  };
}

/** The headers a browser gets: the service's, and cookies where the session or a sign-in with Google changed. */
function answerHeaders(headers: IncomingHttpHeaders, call: Call, inFlow: boolean, sessions: SessionResolver): IncomingHttpHeaders {
  const answer: IncomingHttpHeaders = { 'cache-control': 'no-store', ...headersToBrowser(headers) };
  const change = call.entry.upstream.name === 'auth' ? sessionChangeIn(headers) : undefined;
  const cookies: string[] = [];
  if (change !== undefined) {
    if (call.secret !== undefined) sessions.forget(call.secret);
    // What an organiser's device has kept may be admissions not sent yet. Only the page can tell, so it is the one to clear them.
    if (change === 'ended' && call.identity?.role === 'buyer') answer['clear-site-data'] = '"storage"';
    cookies.push(change === 'ended' ? clearedCookie() : cookieFor(change.secret, change.lifetimeSeconds));
  }
  const flow = inFlow ? flowCookieFor(headers) : undefined;
  if (flow !== undefined) cookies.push(flow);
  if (cookies.length > 0) answer['set-cookie'] = cookies;
  return answer;
}

function giveBack(
  { statusCode, headers: given, body }: ServiceAnswer,
  headers: IncomingHttpHeaders,
  { entry, request, reply }: Call,
  { log, fail }: ForwardOptions,
): FastifyReply {
  if (isServiceAnswer(statusCode, given)) {
    // A connection cannot be used again until what came with a request is taken.
    if (!request.raw.complete) void reply.header('connection', 'close');
    return reply.code(statusCode).headers(headers).send(body);
  }
  const about = { dependency: entry.upstream.name, route: entry.route.path, status: statusCode };
  log.warn('a service failed without a problem document', about);
  fail(new DomainError('request.unavailable'), request, reply);
  return reply;
}

function giveUp(error: unknown, { entry, request, reply }: Call, { log, fail }: ForwardOptions): void {
  if (error instanceof BrokenAnswerError) {
    // What had begun is cut short: nobody shall take it for an answer.
    reply.hijack();
    reply.raw.destroy();
    return;
  }
  const refusal = domainErrorIn(error);
  const about = { dependency: entry.upstream.name, route: entry.route.path };
  if (!refusal) log.warn('a service did not answer', { ...about, reason: rootCodeOf(error) });
  fail(refusal ?? new DomainError('request.unavailable'), request, reply);
}

/**
 * The identity of the caller. While svc-auth is away, a recent identity is enough to finish as a buyer; routes that need a role wait. Public
 * reads stay open without an identity, except those that answer who is asking: nobody is told that they are signed out because svc-auth is
 * slow.
 */
async function identityFor(sessions: SessionResolver, secret: string, route: Route): Promise<Identity | null> {
  try {
    const { identity, remembered } = await sessions.resolve(secret);
    if (remembered && !WITHOUT_ROLE.has(route.access)) throw new DomainError('request.unavailable');
    return identity;
  } catch (error) {
    if (route.access === 'public' && route.method === 'GET' && !route.aboutCaller && !domainErrorIn(error)) return null;
    throw error;
  }
}

/** Whether repeating a request does no harm: reads, writes with a key, and signed messages, which are sent again anyway. */
function isRepeatable(route: Route, request: FastifyRequest): boolean {
  if (WITHOUT_BODY.has(request.method) || route.repeatable || route.bodyKind === 'raw') return true;
  return route.idempotencyKey !== undefined && Boolean(request.headers['idempotency-key']);
}
