import { problemDocument, requestProblems, type FieldError, type ProblemCatalogue, type ProblemDocument } from '@concert/contracts/core/problem';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { throwError } from 'rxjs';
import { currentContext } from './context.ts';
import { domainErrorIn, isUnavailable } from './errors.ts';
import type { Log } from './log.ts';

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
  if (error instanceof HttpException) return error.getStatus();
  const candidate = error as { code?: unknown; statusCode?: unknown };
  return typeof candidate?.code === 'string' && candidate.code.startsWith('FST_') && typeof candidate.statusCode === 'number' ? candidate.statusCode : undefined;
}

/** Turns any failure into the problem document of a catalogue. The unknown becomes 500 with fixed text. */
export function problemOf(catalogue: ProblemCatalogue, error: unknown, instance: string): { problem: ProblemDocument; unknown: boolean } {
  const traceId = currentContext()?.traceId ?? '';
  const make = (code: string, detail?: string, errors?: FieldError[]) => problemDocument(catalogue, code, { instance, traceId, ...(detail ? { detail } : {}), ...(errors ? { errors } : {}) });
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

/** Sends a problem document. */
export function sendProblem(reply: FastifyReply, problem: ProblemDocument): void {
  if (problem.retryable && problem.status !== 409) void reply.header('retry-after', problem.status === 429 ? '5' : '1');
  void reply.status(problem.status).header('content-type', 'application/problem+json').header('cache-control', 'no-store').send(JSON.stringify(problem));
}

/** The one filter of a service: problem documents for HTTP, the untouched error for messages. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly catalogue: ProblemCatalogue;
  constructor(
    problems: ProblemCatalogue,
    private readonly log: Log,
  ) {
    this.catalogue = { ...requestProblems, ...problems };
  }

  catch(error: unknown, host: ArgumentsHost): unknown {
    // Nest would hide the cause from the transport, which decides about retries by it.
    if (host.getType() === 'rpc') return throwError(() => error);
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { problem, unknown } = problemOf(this.catalogue, error, request.url.split('?')[0] ?? '/');
    if (unknown) this.log.error('a request failed', { method: request.method, route: request.routeOptions.url ?? 'unknown' }, error);
    if (!reply.sent) sendProblem(reply, problem);
    return undefined;
  }
}
