import { randomInt } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  problemDocument,
  requestProblems,
  type FieldError,
  type ProblemCatalogue,
  type ProblemDocument,
} from '@concert/contracts/core/problem';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { currentContext } from '../process/context.ts';
import { DomainError, domainErrorIn, isUnavailable } from '../process/errors.ts';

const MAX_SPREAD_SECONDS = 4;

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'request.malformed',
  404: 'request.not_found',
  405: 'request.method_not_allowed',
  408: 'request.timed_out',
  413: 'request.too_large',
  414: 'request.too_large',
  415: 'request.unsupported_media_type',
  429: 'request.too_many',
  431: 'request.too_large',
  503: 'request.unavailable',
};

/** Status of an error made by Nest or Fastify themselves (a body that is no JSON, an unknown address …). */
function frameworkStatus(error: unknown): number | undefined {
  const exception = error as { getStatus?: () => number } | null | undefined;
  // Nest's exceptions, recognised by shape so that a process without Nest need not load it.
  if (typeof exception?.getStatus === 'function') return exception.getStatus();
  const candidate = error as { code?: unknown; statusCode?: unknown };
  return typeof candidate?.code === 'string' && candidate.code.startsWith('FST_') && typeof candidate.statusCode === 'number'
    ? candidate.statusCode
    : undefined;
}

/** Turns any failure into the problem document of a catalogue. Unknown failures become 500 with a fixed text. */
export function problemOf(catalogue: ProblemCatalogue, error: unknown, instance: string): { problem: ProblemDocument; unknown: boolean } {
  const traceId = currentContext()?.traceId ?? '';
  const make = (code: string, detail?: string, errors?: FieldError[]) =>
    problemDocument(catalogue, code, { instance, traceId, ...(detail ? { detail } : {}), ...(errors ? { errors } : {}) });
  const refusal = domainErrorIn(error);
  if (refusal) {
    const problem = make(refusal.code, refusal.detail, refusal.errors);
    return { problem, unknown: problem.code !== refusal.code };
  }
  if (isUnavailable(error)) return { problem: make('request.unavailable'), unknown: false };
  const status = frameworkStatus(error);
  const code = status === undefined ? undefined : (BY_STATUS[status] ?? (status < 500 ? 'request.malformed' : undefined));
  if (code) return { problem: make(code), unknown: false };
  return { problem: make('request.failed'), unknown: true };
}

/** After how many seconds somebody who is refused may come back: another number for each, so that they do not all come back together. */
export function randomRetryAfter(): string {
  return String(randomInt(1, MAX_SPREAD_SECONDS + 1));
}

/**
 * Sends a problem document, as bytes, because Fastify would add a charset to a text, which this media type does not have. A Retry-After
 * that was set before is more precise and is kept.
 */
export function sendProblem(reply: FastifyReply, problem: ProblemDocument): void {
  if (problem.retryable && problem.status !== 409 && !reply.hasHeader('retry-after')) void reply.header('retry-after', randomRetryAfter());
  void reply
    .status(problem.status)
    .header('content-type', 'application/problem+json')
    .header('cache-control', 'no-store')
    .send(Buffer.from(JSON.stringify(problem)));
}

/** Answers what Fastify refuses before a route is known, such as an address that cannot be decoded. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  sendProblem(reply, problemOf(requestProblems, error, request.url.split('?')[0] ?? '/').problem);
}

type ClientErrorHandler = (error: NodeJS.ErrnoException, socket: Socket) => void;

/**
 * Answers bytes that never become an HTTP request: headers too large, a request that never ends, another protocol.
 * @param headers sent with each answer, because no hook of the application sees these
 */
export function answerClientErrors(headers: Readonly<Record<string, string>> = {}): ClientErrorHandler {
  const further = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return (error, socket) => answerClientError(error, socket, further);
}

function answerClientError(error: NodeJS.ErrnoException, socket: Socket, further: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'request.too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request.timed_out'
        : 'request.malformed';
  const problem = problemDocument(requestProblems, code, { instance: '/', traceId: '' });
  // When the head of the request is too large, 431 says more than the catalogue's 413.
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : problem.status;
  const body = JSON.stringify({ ...problem, status });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n${further}\r\n${body}`,
  );
}

/** The only expectation that exists (RFC 9110, 10.1.1). */
const EXPECTATION = /^100-continue$/i;

/** Refuses an unknown Expect with a problem document, where Node would answer with nothing. @throws DomainError `request.malformed` */
export function refuseUnknownExpectations(app: FastifyInstance): void {
  // Node asks here instead of handing the request on; handed on, it has its context, its headers and its log line like any other.
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, reply, done) => {
    const { expect } = request.headers;
    if (expect === undefined || EXPECTATION.test(expect)) return done();
    // Its body may be held back until it is asked for.
    void reply.header('connection', 'close');
    done(new DomainError('request.malformed', { detail: 'What the request expects of the server is not known' }));
  });
}
