import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { CLIENT_ADDRESS_HEADER, CORRELATION_HEADER } from '@concert/contracts/core/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Span } from '@opentelemetry/api';
import { inContext, type WorkContext } from '../process/context.ts';
import type { CheckedRequest } from './handles.ts';
import type { Health } from '../process/health.ts';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { answerClientErrors, answerFrameworkError } from './problem-answers.ts';
import { ignoredBodyPaths, signedPaths } from './internal/signed-paths.ts';
import { contextFrom, endSpan, inSpan, startSpan, traceparentOf } from '../process/tracing.ts';

const CORRELATION_FORM = /^[A-Za-z0-9_.:-]{8,100}$/;

/** What is known of a request while it runs. */
interface Observed {
  readonly span: Span;
  readonly parent: Context;
  readonly context: WorkContext;
}

/* Kept with the request itself, see docs/decisions/0088. */
const OBSERVED = Symbol('observed');

interface ObservedRequest extends FastifyRequest {
  [OBSERVED]?: Observed;
}

/** Runs work in the context of its request: the events at the end of an answer have lost it. */
function inContextOf<T>({ span, parent, context }: Observed, work: () => T): T {
  return inSpan(span, parent, () => inContext(context, work));
}

/** Largest JSON body a service reads, in bytes. */
export const BODY_LIMIT = 256 * 1024;

/** Largest signed message, in bytes: a provider sends many events in one (the mail provider up to 768 KB). */
export const SIGNED_BODY_LIMIT = 1024 * 1024;

/**
 * Connections that may wait to be accepted: a crowd connects in one moment. What the kernel allows (`net.core.somaxconn`) is the limit; at
 * Node's own 511 the others would try again only a second later, and then after three and seven.
 */
export const LISTEN_BACKLOG = 4_096;

/** Settings of Fastify that every process shares: limits on bodies, headers and times. */
export const fastifyOptions = {
  bodyLimit: BODY_LIMIT,
  requestTimeout: 15_000,
  connectionTimeout: 0,
  keepAliveTimeout: 65_000,
  routerOptions: { maxParamLength: 300 },
  trustProxy: false,
  exposeHeadRoutes: false,
  forceCloseConnections: 'idle' as const,
  return503OnClosing: false,
  http: { maxHeaderSize: 16 * 1024, headersTimeout: 10_000 },
  frameworkErrors: answerFrameworkError,
  clientErrorHandler: answerClientErrors(),
};

/**
 * Gives each request its context, span, metrics and log line, and bounds how a connection ends. `trusted`: the correlation id, the trace
 * and the visitor's address are taken from the caller.
 */
export function observeRequests(app: FastifyInstance, options: { log: Log; metrics: Metrics; trusted: boolean }): void {
  const { log, metrics } = options;
  closeConnectionsInTime(app);
  // A connection that cannot be accepted (no file descriptor is left) affects one visitor; without a listener, the error would end the
  // process.
  app.server.on('error', (error: NodeJS.ErrnoException) => log.error('the server could not take a connection', { reason: error.code }));
  metrics.watchOne('http_connections_open', 'Connections that are open', () => connectionsOf(app.server));
  app.decorateRequest(OBSERVED);
  app.addHook('onRequest', (request: ObservedRequest, reply, done) => {
    const given = request.headers[CORRELATION_HEADER];
    const correlationId = options.trusted && typeof given === 'string' && CORRELATION_FORM.test(given) ? given : randomUUID();
    const header = request.headers['traceparent'];
    const parent = contextFrom(options.trusted && typeof header === 'string' ? header : undefined);
    const span = startSpan(`${request.method} ${request.routeOptions.url ?? 'unknown'}`, 'server', parent);
    void reply.header(CORRELATION_HEADER, correlationId);
    const traceId = span.spanContext().traceId;
    const address = options.trusted ? request.headers[CLIENT_ADDRESS_HEADER] : undefined;
    const agent = request.headers['user-agent'];
    const context = {
      correlationId,
      traceId,
      traceparent: traceparentOf(span),
      ...(typeof address === 'string' ? { clientAddress: address.slice(0, 60) } : {}),
      ...(options.trusted && agent !== undefined ? { userAgent: agent.slice(0, 300) } : {}),
    };
    const seen = { span, parent, context };
    request[OBSERVED] = seen;
    inContextOf(seen, done);
  });
  app.addHook('onResponse', (request: ObservedRequest, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.httpSeconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    const seen = request[OBSERVED];
    if (seen) endSpan(seen.span, reply.statusCode >= 500);
    if (seen && log.writes('debug') && !route.startsWith('/health')) {
      inContextOf(seen, () =>
        log.debug('request', { method: request.method, route, status: reply.statusCode, durationMs: Math.round(reply.elapsedTime) }),
      );
    }
    done();
  });
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
}

/** Servers that no longer keep connections open. */
const leaving = new WeakSet<Server>();

/**
 * Goes on answering, but tells each client that its connection closes with the answer, so that neighbours do not send into a connection
 * that is being closed.
 * @param milliseconds how long at most; resolves sooner when no connection is left
 */
export async function drainConnections(server: Server, milliseconds: number): Promise<void> {
  leaving.add(server);
  for (const end = Date.now() + milliseconds; Date.now() < end && (await connectionsOf(server)) > 0;) await pause(LAST_BYTES_MS / 2);
}

/** How long connections stay open after a closing process has answered everything, so that the last bytes arrive. */
const LAST_BYTES_MS = 100;

/**
 * Lets a stop take as long as the requests under way and no longer: idle connections are closed, and connections that were opened and never
 * used (browsers and pools do that) are not waited for.
 */
function closeConnectionsInTime(app: FastifyInstance): void {
  let closing = false;
  let underWay = 0;
  const endTheRest = () => {
    if (!closing || underWay > 0) return;
    setTimeout(() => {
      if (underWay === 0) app.server.closeAllConnections();
    }, LAST_BYTES_MS).unref();
  };
  app.addHook('onRequest', (_, reply, done) => {
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
      endTheRest();
    });
    done();
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    if (closing || leaving.has(app.server)) void reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', (done) => {
    closing = true;
    endTheRest();
    done();
  });
}

/**
 * Registers liveness and readiness. Readiness names the version, where one is given, and the instance: the word by which whoever started this
 * process knows it again, whoever else may answer at its address.
 */
export function serveHealth(app: FastifyInstance, options: { health: Health; version?: string; instance?: string | undefined }): void {
  app.get('/health/live', (_, reply) => reply.header('cache-control', 'no-store').send({ live: true }));
  app.get('/health/ready', async (_, reply) => {
    const state = await options.health.state();
    return reply
      .header('cache-control', 'no-store')
      .status(state.ready ? 200 : 503)
      .send({ ...state, version: options.version, instance: options.instance });
  });
}

/**
 * Reads JSON bodies (strictly UTF-8, prototype keys refused). A signed message is kept as raw bytes and not parsed, because its signature
 * is made over them. A form is taken only by a route that looks at no body.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (signedPaths.has(route.url)) route.bodyLimit = SIGNED_BODY_LIMIT;
  });
  app.removeAllContentTypeParsers();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    if (ignoresBody(request)) return done(null, undefined);
    if (takesSignedMessages(request)) {
      (request as CheckedRequest).rawBytes = bytes;
      return done(null, undefined);
    }
    // An empty body means no body: the route decides whether it needs one.
    if (bytes.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      return done(malformed());
    }
    void parse(request, text, (error, value) => (error ? done(malformed()) : done(null, value)));
  });
  app.addContentTypeParser(FORMS, { parseAs: 'buffer' }, (request, _body, done) =>
    ignoresBody(request) ? done(null, undefined) : done(unsupported()),
  );
}

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

function ignoresBody(request: FastifyRequest): boolean {
  return ignoredBodyPaths.has(request.routeOptions.url ?? '');
}

/** Whether the route that matched takes signed messages. */
export function takesSignedMessages(request: FastifyRequest): boolean {
  return signedPaths.has(request.routeOptions.url ?? '');
}

function unsupported(): Error {
  return Object.assign(new Error('the type of the body is not one that is read'), {
    code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE',
    statusCode: 415,
  });
}

function malformed(): Error {
  return Object.assign(new Error('the body is not JSON'), { code: 'FST_ERR_CTP_INVALID_JSON_BODY', statusCode: 400 });
}
