import { securityEventOf, requestProblems, type ProblemDocument, type RequestProblemCode } from '@concert/contracts/core/problem';
import { pageAt } from '@concert/contracts/site/pages';
import { DomainError, domainErrorIn } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import { problemOf, sendProblem } from '@concert/service-kit/http/problem-answers';
import type { SecurityEvents } from '@concert/service-kit/identity/security-events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../routing/path-check.ts';
import { fileRefusal } from '../web/files.ts';

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const METHODS_OF_PAGES = ['GET', 'HEAD', 'OPTIONS'];

/** How the gateway itself refuses: problem documents for faults, and for addresses where there is nothing. */
export class Refusals {
  constructor(
    private readonly log: Log,
    private readonly events: SecurityEvents,
    /** Methods that an address under /api takes; none means that there is no such address. */
    private readonly methodsOf: (path: string) => string[],
  ) {}

  /** Answers with the problem document of an error, unless an answer is on its way. */
  readonly fail = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    if (reply.sent) return;
    const { problem, unknown } = problemOf(requestProblems, fileRefusal(error) ?? error, pathOf(request.url));
    if (unknown) this.log.error('a request failed', { method: request.method, route: request.routeOptions.url ?? 'unknown' }, error);
    // A body that came too late is not waited for any more.
    if (problem.code === 'request.timed_out') void reply.header('connection', 'close');
    // Fastify would close the connection while the sender is still sending, and the sender might never see why.
    if (problem.code === 'request.too_large') void reply.removeHeader('connection');
    this.noteAttack(error, problem, request);
    sendProblem(reply, problem);
  };

  private noteAttack(error: unknown, { code }: ProblemDocument, request: FastifyRequest): void {
    const event = domainErrorIn(error)?.event ?? securityEventOf(requestProblems[code as RequestProblemCode]);
    if (event) this.events.note(event, { code, method: request.method, route: request.routeOptions.url ?? 'unknown', source: request.ip });
  }

  /**
   * Refuses an address that nothing serves.
   * @throws DomainError `request.method_not_allowed` when only the method is wrong, `request.not_found` otherwise
   */
  readonly refuseUnknown = (request: FastifyRequest, reply: FastifyReply): never => {
    const path = pathOf(request.url);
    const methods = path === '/remotes.json' ? METHODS_OF_PAGES : this.methodsAt(path);
    if (methods.length === 0 || methods.includes(request.method)) throw new DomainError('request.not_found');
    void reply.header('allow', methods.join(', '));
    throw new DomainError('request.method_not_allowed');
  };

  /** What no route matched: an address that knows other methods only, a page whose file is missing, or nothing at all. */
  readonly noRoute = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request.url);
    // The page's file is missing: it is being built, or its folder is not there.
    if (SAFE.has(request.method) && pageAt(path)) throw new DomainError('request.unavailable');
    const methods = request.method === 'OPTIONS' ? this.methodsAt(path) : [];
    if (methods.length > 0) return reply.status(204).header('allow', methods.join(', ')).send();
    return this.refuseUnknown(request, reply);
  };

  private methodsAt(path: string): string[] {
    if (path.startsWith('/api/')) return this.methodsOf(path);
    return pageAt(path) ? METHODS_OF_PAGES : [];
  }
}
