import { CLIENT_ADDRESS_HEADER } from '@concert/contracts/core/identity';
import { securityEventOf, requestProblems, type ProblemCatalogue, type ProblemDocument } from '@concert/contracts/core/problem';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { throwError } from 'rxjs';
import { domainErrorIn } from '../../process/errors.ts';
import type { CheckedRequest } from '../handles.ts';
import type { Log } from '../../process/log.ts';
import { rootCodeOf } from '../no-answer.ts';
import { problemOf, sendProblem } from '../problem-answers.ts';
import type { SecurityEvents } from '../../identity/security-events.ts';

/** Statuses of a public route that knows nothing by the reference or secret it was given. */
const UNKNOWN_LINK: ReadonlySet<number> = new Set([404, 410]);

/** The one filter of a service: problem documents for HTTP, the untouched error for messages. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly catalogue: ProblemCatalogue;
  constructor(
    problems: ProblemCatalogue,
    private readonly log: Log,
    private readonly events: SecurityEvents,
  ) {
    this.catalogue = { ...requestProblems, ...problems };
  }

  catch(error: unknown, host: ArgumentsHost): unknown {
    // Nest would hide the cause from the transport, which decides about retries by it.
    if (host.getType() === 'rpc') return throwError(() => error);
    const request = host.switchToHttp().getRequest<CheckedRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { problem, unknown } = problemOf(this.catalogue, error, request.url.split('?')[0] ?? '/');
    if (unknown) this.log.error('a request failed', { method: request.method, route: request.routeOptions.url ?? 'unknown' }, error);
    else if (problem.code === 'request.unavailable')
      this.log.debug('a request met something that is away', {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        reason: rootCodeOf(error) || (error as Error).name,
      });
    this.noteAttack(error, problem, request);
    if (reply.sent) return undefined;
    const wait = domainErrorIn(error)?.retryAfterSeconds;
    if (wait !== undefined) void reply.header('retry-after', String(Math.max(1, Math.ceil(wait))));
    sendProblem(reply, problem);
    return undefined;
  }

  private noteAttack(error: unknown, { code, status }: ProblemDocument, request: CheckedRequest): void {
    const unknownLink = request.access === 'public' && UNKNOWN_LINK.has(status);
    const kind = this.catalogue[code];
    const event = domainErrorIn(error)?.event ?? (unknownLink ? 'link_refused' : kind && securityEventOf(kind));
    if (!event) return;
    const source = request.headers[CLIENT_ADDRESS_HEADER];
    this.events.note(event, {
      code,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      source: typeof source === 'string' ? source : undefined,
      userId: request.identity?.userId,
      email: (request.body as { readonly email?: unknown } | null | undefined)?.email,
    });
  }
}
