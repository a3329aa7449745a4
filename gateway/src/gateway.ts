import type { AddressInfo } from 'node:net';
import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { pageAt } from '@concert/contracts/site/pages';
import { requestProblems } from '@concert/contracts/core/problem';
import { admitRequests } from '@concert/service-kit/admission';
import { currentContext } from '@concert/service-kit/context';
import { DomainError } from '@concert/service-kit/errors';
import { Health } from '@concert/service-kit/health';
import { BODY_LIMIT, fastifyOptions, letGo, observeRequests, serveHealth, SIGNED_BODY_LIMIT } from '@concert/service-kit/http-hooks';
import { IdentitySigner } from '@concert/service-kit/identity';
import { InternalClient } from '@concert/service-kit/internal-client';
import { createLog, type Log } from '@concert/service-kit/log';
import { Metrics } from '@concert/service-kit/metrics';
import { serveMetrics } from '@concert/service-kit/metrics-server';
import { networkOf } from '@concert/service-kit/network-of';
import { answerClientErrors, problemOf, refuseUnknownExpectations, sendProblem } from '@concert/service-kit/problem-answers';
import { versionOfProcess } from '@concert/service-kit/process';
import { startTracing, stopTracing } from '@concert/service-kit/tracing';
import replyFrom from '@fastify/reply-from';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { docsRoutes, serveDocs } from './docs/docs.routes.ts';
import { KINDS, readBodiesWhole, type Kind } from './entrance/read-bodies-whole.ts';
import { endSlowReaders } from './entrance/slow-readers.ts';
import { prepareLimits } from './limits/limits.ts';
import { isCrossSite } from './origin/cross-site.ts';
import { createForward } from './routing/forward.ts';
import { createHostCheck, namesSeveralHosts } from './routing/hosts.ts';
import { Lanes } from './routing/lanes.ts';
import { OWNERS } from './routing/owners.ts';
import { isPlainPath, pathOf } from './routing/plain-path.ts';
import { createMethodsOf, publicRoutes } from './routing/route-table.ts';
import { sessionSecretIn } from './sessions/session-cookie.ts';
import { SessionResolver } from './sessions/session-resolver.ts';
import type { GatewaySettings } from './settings.ts';
import { fileRefusal } from './web/files.ts';
import { securityHeaders } from './web/security-headers.ts';
import { serveWeb } from './web/web.routes.ts';

/** A gateway that runs. */
export interface RunningGateway {
  readonly url: string;
  /** Where its metrics are read; undefined when `METRICS_PORT` is unset. */
  readonly metricsUrl: string | undefined;
  readonly log: Log;
  /** Takes no new work, finishes what runs, closes. Safe to call twice. */
  readonly stop: (letGoMs?: number) => Promise<void>;
}

/** Replacements for tests. */
export interface GatewayOptions {
  readonly logLines?: { write(line: string): void };
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
  /** How long a body may be on its way, and a reader take nothing, in milliseconds. */
  readonly patience?: { readonly bodyMs?: number; readonly readerMs?: number };
}

const SESSION_TIMEOUT_MS = 1_500;
/** A page is rather sent without the concert than late. */
const CONCERT_TIMEOUT_MS = 700;
/** How often slow requests are looked for; Node's own 30 s would let them stay three times their limit. */
const SLOW_CHECK_MS = 2_000;
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Opens the only public entrance: the site's files, and /api, which it hands to the services. */
export async function startGateway(settings: GatewaySettings, { logLines, now, patience }: GatewayOptions = {}): Promise<RunningGateway> {
  const log = createLog('gateway', settings.LOG_LEVEL, logLines);
  startTracing('gateway', settings.OTEL_EXPORTER_OTLP_ENDPOINT);
  const metrics = new Metrics('gateway');
  const health = new Health();
  const signer = new IdentitySigner('gateway', settings.IDENTITY_PRIVATE_KEY);
  const auth = new InternalClient('svc-auth', settings.AUTH_URL, signer, SESSION_TIMEOUT_MS);
  const booking = new InternalClient('svc-booking', settings.BOOKING_URL, signer, CONCERT_TIMEOUT_MS);
  const sessions = new SessionResolver(async (secret) => (await auth.call(authRoutes.resolveSession, { body: { secret } })).identity, now);
  const dataHeaders = securityHeaders(settings.PUBLIC_ORIGIN, '/api/');
  const isOwnHost = createHostCheck(settings.PUBLIC_ORIGIN, settings.ALLOWED_HOSTS);
  const routes = publicRoutes(OWNERS);
  const signedPaths = new Set<string>(routes.filter(({ route }) => route.bodyKind === 'raw').map(({ route }) => route.path));
  const kindOf = ({ routeOptions: { url = '' } }: FastifyRequest): Kind =>
    signedPaths.has(url) ? 'signed' : url.startsWith('/api/') ? 'people' : 'files';
  const bodyLimitOf = (request: FastifyRequest) => (kindOf(request) === 'signed' ? SIGNED_BODY_LIMIT : BODY_LIMIT);
  const methodsOf = createMethodsOf([...routes.map(({ route }) => route), ...docsRoutes(OWNERS)]);

  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (reply.sent) return;
    const { problem, unknown } = problemOf(requestProblems, fileRefusal(error) ?? error, pathOf(request.url));
    if (unknown) log.error('a request failed', { method: request.method, route: request.routeOptions.url ?? 'unknown' }, error);
    // What is left of a body that came too late is not waited for.
    if (problem.code === 'request.timed_out') void reply.header('connection', 'close');
    // Fastify would close it in the middle of what is still being sent, and the sender might never hear why.
    if (problem.code === 'request.too_large') void reply.removeHeader('connection');
    sendProblem(reply, problem);
  };

  /** Where there is nothing: 405 when it is only the method that is wrong, 404 otherwise. */
  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply): never => {
    const path = pathOf(request.url);
    const methods = path.startsWith('/api/') ? methodsOf(path) : pageAt(path) || path === '/remotes.json' ? ['GET', 'HEAD', 'OPTIONS'] : [];
    if (methods.length === 0 || methods.includes(request.method)) throw new DomainError('request.not_found');
    void reply.header('allow', methods.join(', '));
    throw new DomainError('request.method_not_allowed');
  };

  const app = Fastify({
    ...fastifyOptions,
    http: { ...fastifyOptions.http, connectionsCheckingInterval: SLOW_CHECK_MS, requireHostHeader: false },
    clientErrorHandler: answerClientErrors(dataHeaders),
    trustProxy: settings.TRUSTED_PROXIES.length > 0 ? [...settings.TRUSTED_PROXIES] : false,
    frameworkErrors: (error, request, reply) => {
      void reply.headers(dataHeaders);
      fail(error, request, reply);
    },
  });
  readBodiesWhole(app, {
    kindOf,
    limitOf: bodyLimitOf,
    mostPerNetwork: settings.HTTP_MOST_UNDER_WAY_PER_NETWORK,
    ...(patience?.bodyMs === undefined ? {} : { patienceMs: patience.bodyMs }),
  });
  app.setErrorHandler((error, request, reply) => fail(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    // Its file is missing: a page being built or a folder not there.
    if (SAFE.has(request.method) && pageAt(path)) throw new DomainError('request.unavailable');
    if (request.method === 'OPTIONS') {
      const methods = path.startsWith('/api/') ? methodsOf(path) : pageAt(path) ? ['GET', 'HEAD', 'OPTIONS'] : [];
      if (methods.length > 0) return reply.status(204).header('allow', methods.join(', ')).send();
    }
    return refuseUnknown(request, reply);
  });

  observeRequests(app, { log, metrics, trusted: false });
  endSlowReaders(app, patience?.readerMs);
  admitRequests(app, {
    most: settings.HTTP_MOST_UNDER_WAY,
    kinds: KINDS,
    kindOf,
    // A provider sends all it has to say from a few addresses.
    perSource: {
      most: settings.HTTP_MOST_UNDER_WAY_PER_NETWORK,
      sourceOf: (request) => (kindOf(request) === 'signed' ? undefined : networkOf(request.ip)),
    },
    metrics,
  });
  const pageHeaders = securityHeaders(settings.PUBLIC_ORIGIN, '/');
  app.addHook('onRequest', (request, reply, done) => {
    const path = pathOf(request.url);
    void reply.headers(path.startsWith('/api') ? dataHeaders : pageHeaders);
    // Browsers keep this beside the call's own timing, where a monitor of pages finds it.
    if (path.startsWith('/api')) void reply.header('server-timing', `traceparent;desc="${currentContext()?.traceparent ?? ''}"`);
    if (!isPlainPath(path)) throw new DomainError('request.malformed', 'The address cannot be read');
    if (namesSeveralHosts(request.raw.rawHeaders)) throw new DomainError('request.malformed');
    const probed = request.routeOptions.url?.startsWith('/health/');
    if (!probed && !isOwnHost(request.headers.host))
      throw new DomainError('request.malformed', 'This is not the site that the Host header names');
    if (Number(request.headers['content-length'] ?? 0) > bodyLimitOf(request)) throw new DomainError('request.too_large');
    done();
  });

  refuseUnknownExpectations(app);

  await app.register(replyFrom, {
    undici: new Lanes(({ path }) => (signedPaths.has(pathOf(path)) ? 'signed' : 'people')),
    destroyAgent: true,
    disableRequestLogging: true,
    disableCache: true,
  });
  const limit = await prepareLimits(app);
  const callLimit = limit(settings.RATE_LIMIT_PER_MINUTE);
  const authLimit = limit(settings.RATE_LIMIT_AUTH_PER_MINUTE);
  const formsLimit = limit(settings.RATE_LIMIT_FORMS_PER_MINUTE);

  serveHealth(app, { health, version: versionOfProcess() });
  serveDocs(app, OWNERS, versionOfProcess());
  const resentTotal = metrics.counter(
    'http_requests_resent_total',
    'Requests sent to a service again because no answer began, by reason (closed, refused)',
    ['reason'],
  );
  const forward = createForward({
    urls: { auth: settings.AUTH_URL, booking: settings.BOOKING_URL, payment: settings.PAYMENT_URL, notify: settings.NOTIFY_URL },
    sessions,
    signer,
    log,
    resent: (reason) => resentTotal.inc({ reason }),
    now,
    fail,
  });
  for (const entry of routes) {
    const { owner, route } = entry;
    const signed = route.bodyKind === 'raw';
    app.route({
      method: route.method === 'GET' ? ['GET', 'HEAD'] : [route.method],
      url: route.path,
      onRequest: async (request, reply) => {
        if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
          throw new DomainError('request.unsupported_media_type', 'Send the body as it is, not compressed');
        // A signed message proves by itself who sent it, and a provider that catches up sends many at once.
        if (signed) return;
        await callLimit(request, reply);
        if (owner.name === 'auth' && !SAFE.has(request.method)) await authLimit(request, reply);
        if (owner.name === 'notify' && route.access === 'public') await formsLimit(request, reply);
        const provenance = {
          method: request.method,
          origin: request.headers.origin,
          secFetchSite: header(request, 'sec-fetch-site'),
          hasSession: sessionSecretIn(request.headers.cookie) !== undefined,
        };
        if (isCrossSite(provenance, settings.PUBLIC_ORIGIN)) throw new DomainError('request.cross_site');
      },
      handler: forward(entry),
    });
  }
  await serveWeb(app, {
    shell: settings.WEB_SHELL,
    remotes: settings.WEB_REMOTES,
    origin: settings.PUBLIC_ORIGIN.replace(/\/$/, ''),
    readConcert: () => booking.call(bookingRoutes.showConcert, {}).catch(() => undefined),
    fail,
    refuseUnknown,
  });

  await app.listen({ port: settings.SERVICE_PORT, host: settings.SERVICE_HOST });
  const scraped = await serveMetrics(metrics, settings);
  const port = (app.server.address() as AddressInfo).port;
  log.info('listening', { port });

  let stopped: Promise<void> | undefined;
  const stop = async (letGoMs: number) => {
    health.stop();
    if (letGoMs > 0) await letGo(app.server, letGoMs);
    await app.close();
    await scraped?.stop();
    await stopTracing();
    log.info('stopped');
  };
  return {
    metricsUrl: scraped?.url,
    log,
    url: `http://${settings.SERVICE_HOST.includes(':') ? `[${settings.SERVICE_HOST}]` : settings.SERVICE_HOST}:${port}`,
    stop: (letGoMs = 0) => (stopped ??= stop(letGoMs)),
  };
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
