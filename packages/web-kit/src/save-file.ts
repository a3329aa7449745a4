import { problemSchema } from '@concert/contracts/core/problem';
import { fillPath, type InputOf, type Route } from '@concert/contracts/core/route';
import type { Result } from './api-client.ts';
import { networkFailure } from './network-problem.ts';

/** Asks a route for a file and hands it to the browser under a name. */
export async function saveFile<R extends Route>(route: R, input: InputOf<R>, name: string): Promise<Result<undefined>> {
  const { params, body } = input as { readonly params?: Record<string, string>; readonly body?: unknown };
  let response: Response;
  let file: Blob | undefined;
  let refusal: unknown;
  try {
    response = await fetch(fillPath(route.path, params), {
      method: route.method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    });
    if (response.ok) file = await response.blob();
    else refusal = asJson(await response.text());
  } catch {
    return networkFailure('network.unreachable', route.path);
  }
  if (file) {
    save(file, name);
    return { ok: true, value: undefined };
  }
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

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the file by the next task; holding it longer would hold its memory.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
