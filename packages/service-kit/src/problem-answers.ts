import { problemDocument, type FieldError, type ProblemCatalogue, type ProblemDocument } from '@concert/contracts/core/problem';
import type { FastifyReply } from 'fastify';
import { currentContext } from './context.ts';
import { domainErrorIn, isUnavailable } from './errors.ts';

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
  // Nest's exceptions, known by shape so that a process without Nest need not load it.
  if (typeof exception?.getStatus === 'function') return exception.getStatus();
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

/** Sends a problem document. A Retry-After that is already set, because somebody knows better, stays. */
export function sendProblem(reply: FastifyReply, problem: ProblemDocument): void {
  if (problem.retryable && problem.status !== 409 && !reply.hasHeader('retry-after')) void reply.header('retry-after', problem.status === 429 ? '5' : '1');
  void reply.status(problem.status).header('content-type', 'application/problem+json').header('cache-control', 'no-store').send(JSON.stringify(problem));
}
