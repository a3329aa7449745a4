import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { Result } from './api-client.ts';
import { networkFailure } from './network-problem.ts';
import { learnServerTime } from './server-clock.ts';

function isProblem(body: unknown): body is ProblemDocument {
  const { code, detail, traceId } = Object(body) as Partial<Record<keyof ProblemDocument, unknown>>;
  return [code, detail, traceId].every((text) => typeof text === 'string');
}

/**
 * Calls a route without its contract's schemas, which would be most of a page's first code: for the few calls that every page makes first.
 * @param reads takes what it needs from the answer's body, or returns undefined when it cannot
 */
export async function callWithoutSchema<T>(
  method: 'GET' | 'POST',
  path: string,
  reads: (body: unknown) => T | undefined,
  signal?: AbortSignal,
): Promise<Result<T>> {
  let response: Response;
  let text: string;
  const askedAt = Date.now();
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { accept: 'application/json, application/problem+json' },
      ...(signal ? { signal } : {}),
    });
    learnServerTime(response.headers.get('date'), askedAt);
    text = await response.text();
  } catch {
    return networkFailure(signal?.aborted ? 'network.stopped' : 'network.unreachable', path);
  }
  try {
    const body: unknown = text === '' ? null : JSON.parse(text);
    if (!response.ok) return isProblem(body) ? { ok: false, problem: body } : networkFailure('network.unreadable', path, response);
    const value = reads(body);
    return value === undefined ? networkFailure('network.unreadable', path, response) : { ok: true, value };
  } catch {
    return networkFailure('network.unreadable', path, response);
  }
}
