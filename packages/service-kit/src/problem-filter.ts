import { requestProblems, type ProblemCatalogue } from '@concert/contracts/core/problem';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { throwError } from 'rxjs';
import type { Log } from './log.ts';
import { rootCodeOf } from './no-answer.ts';
import { problemOf, sendProblem } from './problem-answers.ts';

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
    else if (problem.code === 'request.unavailable')
      this.log.debug('a request met something that is away', {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        reason: rootCodeOf(error) || (error as Error).name,
      });
    if (!reply.sent) sendProblem(reply, problem);
    return undefined;
  }
}
