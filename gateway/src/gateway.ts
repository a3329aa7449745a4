import type { AddressInfo } from 'node:net';
import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { admitRequests } from '@concert/service-kit/http/admission';
import { Health } from '@concert/service-kit/process/health';
import { fastifyOptions, drainConnections, LISTEN_BACKLOG, observeRequests, serveHealth } from '@concert/service-kit/http/http-hooks';
import { IdentitySigner } from '@concert/service-kit/identity/identity';
import { InternalClient } from '@concert/service-kit/http/internal-client';
import { connections as kept, keepConnections } from '@concert/service-kit/process/kept-connections';
import { createLog, type Log } from '@concert/service-kit/process/log';
import { Metrics } from '@concert/service-kit/process/metrics';
import { serveMetrics } from '@concert/service-kit/process/metrics-server';
import { answerClientErrors, refuseUnknownExpectations } from '@concert/service-kit/http/problem-answers';
import { versionOfProcess } from '@concert/service-kit/process/process';
import { Pseudonyms } from '@concert/service-kit/identity/pseudonyms';
import { roundRobin, type HostLookup } from '@concert/service-kit/http/round-robin';
import { SecurityEvents } from '@concert/service-kit/identity/security-events';
import { httpsOptions, openTls, serveRenewedCertificate, type ProcessTls } from '@concert/service-kit/process/process-tls';
import { startTracing, stopTracing } from '@concert/service-kit/process/tracing';
import replyFrom from '@fastify/reply-from';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Dispatcher } from 'undici';
import { docsRoutes, serveDocs } from './docs/docs.routes.ts';
import { checkRequests } from './entrance/check-requests.ts';
import { countForwardedAddresses, visitorNetwork, warnOfNoProxy } from './visitors/forwarded-addresses.ts';
import { trustedProxies } from './visitors/trusted-proxies.ts';
import { readBodiesWhole } from './entrance/read-bodies-whole.ts';
import { Refusals } from './entrance/refusals.ts';
import { REQUEST_KINDS, RequestKinds } from './entrance/request-kinds.ts';
import { endSlowReaders } from './entrance/slow-readers.ts';
import { serveApi } from './routing/api.routes.ts';
import { createForward } from './routing/forward.ts';
import { createMethodsOf, publicRoutes, type PublicRoute } from './routing/route-table.ts';
import { UPSTREAMS } from './routing/upstreams.ts';
import { sessionLoader } from './sessions/session-loader.ts';
import { SessionResolver } from './sessions/session-resolver.ts';
import type { GatewaySettings } from './settings.ts';
import { securityHeaders } from './web/security-headers.ts';
import { serveWeb } from './web/web.routes.ts';

/** A gateway that runs. */
export interface RunningGateway {
  readonly url: string;
  /** Where its metrics are read; undefined when `METRICS_PORT` is unset. */
  readonly metricsUrl: string | undefined;
  readonly log: Log;
  /** Takes no new work, finishes what it has begun, closes. Safe to call twice. */
  readonly stop: (drainMs?: number) => Promise<void>;
}

/** Replacements for tests. */
export interface GatewayOptions {
  readonly logLines?: { write(line: string): void };
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
  readonly lookup?: HostLookup;
  /** How long a body may take to arrive, and a client may read nothing, in milliseconds. */
  readonly patience?: { readonly bodyMs?: number; readonly readerMs?: number };
}

const SESSION_TIMEOUT_MS = 1_500;
/** A page is sent without the concert rather than late. */
const CONCERT_TIMEOUT_MS = 700;
/** How often slow requests are looked for; at Node's own 30 s they could take three times their limit. */
const SLOW_CHECK_MS = 2_000;

/**
 * Places of newcomers, who begin a purchase: twice those of other kinds, halved for every six requests of people who go on with theirs.
 * At the default of a thousand places, a crowd that only reserves has all it needs, and 200 people who buy at once never meet the limit.
 * Where more come than can be served, about 100 reserve while about as many pay; with a fixed share a payment was booked 14 s late then.
 */
const newcomerPlaces = (most: number, people: number): number => Math.floor((2 * most) / (1 + people / 6));

/** What the parts of one gateway have in common. */
interface Gateway {
  readonly settings: GatewaySettings;
  readonly options: GatewayOptions;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly signer: IdentitySigner;
  readonly tls: ProcessTls;
  /** For the gateway's own calls to services. */
  readonly own: Dispatcher;
  readonly routes: readonly PublicRoute[];
  readonly kinds: RequestKinds;
  readonly refusals: Refusals;
}

/** Opens the only public entrance: the site's files, and /api, which is forwarded to the services. */
export async function startGateway(settings: GatewaySettings, options: GatewayOptions = {}): Promise<RunningGateway> {
  const log = createLog('gateway', settings.LOG_LEVEL, options.logLines);
  warnOfNoProxy(settings, log);
  startTracing('gateway', settings.OTEL_EXPORTER_OTLP_ENDPOINT);
  const metrics = new Metrics('gateway');
  const health = new Health();
  const tls = openTls(settings, log, metrics);
  const routes = publicRoutes(UPSTREAMS);
  const methodsOf = createMethodsOf([...routes.map(({ route }) => route), ...docsRoutes(UPSTREAMS)]);
  const { AUTH_URL, BOOKING_URL, PAYMENT_URL, NOTIFY_URL } = settings;
  const inTurn = [AUTH_URL, BOOKING_URL, PAYMENT_URL, NOTIFY_URL].map((urls) => roundRobin(urls, options));
  const gateway: Gateway = {
    settings,
    options,
    log,
    metrics,
    signer: new IdentitySigner('gateway', settings.IDENTITY_PRIVATE_KEY),
    tls,
    own: kept.compose(inTurn),
    routes,
    kinds: new RequestKinds(routes),
    refusals: new Refusals(log, new SecurityEvents(log, metrics, new Pseudonyms(settings.PSEUDONYM_KEY)), methodsOf),
  };

  const app = createApp(gateway);
  admit(app, gateway);
  // What is admitted is bounded, so nobody waits for a connection behind others.
  const connections = keepConnections(null).compose(inTurn);
  await app.register(replyFrom, {
    undici: connections,
    destroyAgent: true,
    disableRequestLogging: true,
    disableCache: true,
  });
  // Without the version: strangers ask here, too.
  serveHealth(app, { health, instance: settings.INSTANCE_ID });
  serveDocs(app, UPSTREAMS, versionOfProcess());
  await serveApi(app, settings, routes, forwardOf(gateway, connections));
  await serveSite(app, gateway);

  await app.listen({ port: settings.SERVICE_PORT, host: settings.SERVICE_HOST, backlog: LISTEN_BACKLOG });
  const scraped = await serveMetrics(metrics, settings, tls.server);
  const port = (app.server.address() as AddressInfo).port;
  log.info('listening', { port });

  let stopped: Promise<void> | undefined;
  const stop = async (drainMs: number) => {
    health.stop();
    if (drainMs > 0) await drainConnections(app.server, drainMs);
    await app.close();
    await scraped?.stop();
    tls.stop();
    await stopTracing();
    log.info('stopped');
  };
  return {
    metricsUrl: scraped?.url,
    log,
    url: `${tls.server ? 'https' : 'http'}://${settings.SERVICE_HOST.includes(':') ? `[${settings.SERVICE_HOST}]` : settings.SERVICE_HOST}:${port}`,
    stop: (drainMs = 0) => (stopped ??= stop(drainMs)),
  };
}

/** A server that reads bodies whole and refuses with problem documents; it has no routes yet. */
function createApp({ settings, options, refusals, kinds, tls }: Gateway): FastifyInstance {
  const dataHeaders = securityHeaders(settings.PUBLIC_ORIGIN, '/api/');
  const http = { ...fastifyOptions.http, connectionsCheckingInterval: SLOW_CHECK_MS, requireHostHeader: false };
  const app = Fastify({
    ...fastifyOptions,
    http,
    ...httpsOptions(tls.server, http),
    clientErrorHandler: answerClientErrors(dataHeaders),
    trustProxy: trustedProxies(settings.TRUSTED_PROXIES, options),
    frameworkErrors: (error, request, reply) => {
      void reply.headers(dataHeaders);
      refusals.fail(error, request, reply);
    },
  });
  serveRenewedCertificate(app.server, tls.server);
  readBodiesWhole(app, {
    kindOf: kinds.of,
    limitOf: kinds.bodyLimitOf,
    mostPerNetwork: settings.HTTP_MOST_UNDER_WAY_PER_NETWORK,
    ...(options.patience?.bodyMs === undefined ? {} : { patienceMs: options.patience.bodyMs }),
  });
  app.setErrorHandler((error, request, reply) => refusals.fail(error, request, reply));
  app.setNotFoundHandler(refusals.noRoute);
  return app;
}

/** The hooks every request passes, in their order. */
function admit(app: FastifyInstance, { settings, options, log, metrics, kinds }: Gateway): void {
  observeRequests(app, { log, metrics, trusted: false });
  countForwardedAddresses(app, { log, metrics, now: options.now ?? (() => performance.now()) });
  endSlowReaders(app, options.patience?.readerMs);
  // These first: what is refused for want of a place carries the site's headers as well.
  checkRequests(app, settings, kinds.bodyLimitOf, { log, now: options.now ?? (() => performance.now()) });
  admitRequests(app, {
    most: settings.HTTP_MOST_UNDER_WAY,
    kinds: REQUEST_KINDS,
    kindOf: kinds.of,
    mostOf: { newcomers: (inProgress) => newcomerPlaces(settings.HTTP_MOST_UNDER_WAY, inProgress('people')) },
    // A provider sends all its messages from a few addresses, so these are not limited per network.
    perSource: {
      most: settings.HTTP_MOST_UNDER_WAY_PER_NETWORK,
      sourceOf: (request, kind) => (kind === 'signed' ? undefined : visitorNetwork(request)),
    },
    metrics,
  });
  refuseUnknownExpectations(app);
}

function forwardOf({ settings, options, log, metrics, signer, refusals, own }: Gateway, connections: Dispatcher) {
  const auth = new InternalClient('svc-auth', settings.AUTH_URL, signer, SESSION_TIMEOUT_MS, own);
  const identityOf = sessionLoader(
    async (secrets) => (await auth.call(authRoutes.resolveSessions, { body: { secrets: [...secrets] } })).identities,
  );
  const resentTotal = metrics.counter(
    'http_requests_resent_total',
    'Requests sent to a service again because no answer began, by reason (closed, refused)',
    ['reason'],
  );
  return createForward({
    urls: {
      auth: firstOf(settings.AUTH_URL),
      booking: firstOf(settings.BOOKING_URL),
      payment: firstOf(settings.PAYMENT_URL),
      notify: firstOf(settings.NOTIFY_URL),
    },
    sessions: new SessionResolver(identityOf, options.now),
    signer,
    log,
    connections,
    resent: (reason) => resentTotal.inc({ reason }),
    now: options.now,
    fail: refusals.fail,
  });
}

/** The address that stands for a service: requests go to all of its addresses in turn. */
function firstOf(addresses: readonly string[]): string {
  return addresses[0]!;
}

function serveSite(app: FastifyInstance, { settings, signer, refusals, own }: Gateway): Promise<void> {
  const booking = new InternalClient('svc-booking', settings.BOOKING_URL, signer, CONCERT_TIMEOUT_MS, own);
  return serveWeb(app, {
    shell: settings.WEB_SHELL,
    remotes: settings.WEB_REMOTES,
    origin: settings.PUBLIC_ORIGIN.replace(/\/$/, ''),
    paymentsLive: settings.PAYMENTS_LIVE,
    readConcert: () => booking.call(bookingRoutes.showConcert, {}).catch(() => undefined),
    fail: refusals.fail,
    refuseUnknown: refusals.refuseUnknown,
  });
}
