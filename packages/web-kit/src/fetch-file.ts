import { problemSchema } from '@concert/contracts/core/problem';
import { fillPath, type InputOf, type Route } from '@concert/contracts/core/route';
import type { Result } from './api-client.ts';
import { networkFailure } from './network-problem.ts';

/** Asks a route for a file. Its secret, if it has one, stands in the call's body and in no address. @param signal stops it */
export async function fetchFile<R extends Route>(route: R, input: InputOf<R>, signal?: AbortSignal): Promise<Result<Blob>> {
  const { params, query, body } = input as {
    readonly params?: Record<string, string>;
    readonly query?: Record<string, string>;
    readonly body?: unknown;
  };
  let response: Response;
  let file: Blob | undefined;
  let refusal: unknown;
  try {
    response = await fetch(`${fillPath(route.path, params)}${query ? `?${new URLSearchParams(query)}` : ''}`, {
      method: route.method,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(route.method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
      ...(signal ? { signal } : {}),
    });
    if (response.ok) file = await response.blob();
    else refusal = asJson(await response.text());
  } catch {
    return networkFailure('network.unreachable', route.path);
  }
  if (file) return { ok: true, value: file };
  const problem = problemSchema.safeParse(refusal);
  return problem.success
    ? { ok: false, problem: problem.data }
    : networkFailure('network.unreadable', route.path, { status: response.status });
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
