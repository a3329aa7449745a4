import { setTimeout as pause } from 'node:timers/promises';
import { CALLER_HEADER, CORRELATION_HEADER } from '@concert/contracts/core/identity';
import { problemSchema } from '@concert/contracts/core/problem';
import { fillPath, type Caller, type InputOf, type ResultOf, type Route } from '@concert/contracts/core/route';
import { request, type Dispatcher } from 'undici';
import { currentContext } from '../process/context.ts';
import { DomainError } from '../process/errors.ts';
import type { IdentitySigner } from '../identity/identity.ts';
import { noAnswerIn, RESEND_MS } from './no-answer.ts';
import { connectionsTo } from './round-robin.ts';

/** A neighbour did not answer, or answered that it is unavailable. */
export class NeighbourUnavailableError extends Error {
  override readonly name = 'NeighbourUnavailableError';
}

/**
 * Calls `/internal` routes of one neighbour, and its public ones: one hop, signed where it is internal, with a timeout. When a kept connection was closed before an answer, as by a
 * copy of the neighbour that stops, an idempotent call is made once more; a call that was never sent, always.
 */
export class InternalClient {
  private readonly baseUrl: string;

  /**
   * @param urls the neighbour's address, or those of its copies
   * @param dispatcher sends a call for the first address to one of the copies; {@link connectionsTo} by default
   */
  constructor(
    private readonly neighbour: Caller,
    urls: readonly string[],
    private readonly signer: IdentitySigner,
    private readonly timeoutMs = 2_000,
    private readonly dispatcher: Dispatcher = connectionsTo(urls),
  ) {
    this.baseUrl = urls[0]!;
  }

  /**
   * Makes the call and validates the answer.
   * @throws DomainError with the neighbour's code when the contract lists that code as expected
   * @throws NeighbourUnavailableError when the neighbour is away, slow, failing or breaks the contract
   */
  async call<R extends Route>(route: R, input: InputOf<R>): Promise<ResultOf<R>> {
    const context = currentContext();
    const { params, query, body } = input as { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
    const repeatable = route.method === 'GET' || Boolean(route.repeatable);
    const url = `${this.baseUrl}${fillPath(route.path, params)}${query ? `?${new URLSearchParams(query).toString()}` : ''}`;
    let status: number;
    let answered: unknown;
    try {
      const sent = {
        dispatcher: this.dispatcher,
        method: route.method,
        signal: AbortSignal.timeout(this.timeoutMs),
        headers: {
          // A public route takes anybody, and a caller's token is good at internal routes only.
          ...(route.access === 'internal' ? { [CALLER_HEADER]: await this.signer.signCaller(this.neighbour) } : {}),
          ...(context
            ? { [CORRELATION_HEADER]: context.correlationId, ...(context.traceparent ? { traceparent: context.traceparent } : {}) }
            : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      const response = await request(url, sent).catch(async (error: unknown) => {
        const reason = noAnswerIn(error);
        if (reason === undefined || (reason === 'closed' && !repeatable)) throw error;
        await pause(RESEND_MS);
        return request(url, sent);
      });
      status = response.statusCode;
      answered = status === 204 ? await response.body.dump() : await response.body.json();
    } catch (error) {
      throw new NeighbourUnavailableError(`${route.method} ${route.path} did not answer`, { cause: error });
    }
    if (status >= 200 && status < 300) {
      if (!route.answer) return undefined as ResultOf<R>;
      const answer = route.answer.safeParse(answered);
      if (answer.success) return answer.data as ResultOf<R>;
      throw new NeighbourUnavailableError(`${route.method} ${route.path} broke its contract`);
    }
    const problem = problemSchema.safeParse(answered);
    if (problem.success && status < 500 && route.problems.includes(problem.data.code)) {
      throw new DomainError(problem.data.code, { detail: problem.data.detail });
    }
    throw new NeighbourUnavailableError(`${route.method} ${route.path} answered ${status}`);
  }
}
