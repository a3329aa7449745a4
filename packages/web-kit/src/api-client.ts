import { problemSchema, type ProblemDocument } from '@concert/contracts/core/problem';
import { fillPath, type InputOf, type ResultOf, type Route } from '@concert/contracts/core/route';
import { networkFailure, type NetworkProblemCode } from './network-problem.ts';
import { learnServerTime } from './server-clock.ts';

/** An answer is a value or a problem; nothing is thrown, so no caller can forget the second. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: ProblemDocument };

interface Options {
  readonly signal?: AbortSignal;
  /** Gives up after this long, as `network.timed_out`. Without it the browser decides. */
  readonly timeoutMs?: number;
  readonly idempotencyKey?: string;
}

/** Options of one call; a route that asks for an Idempotency-Key does not compile without one. */
export type CallOptions<R extends Route> = R['idempotencyKey'] extends 'required' ? Options & { readonly idempotencyKey: string } : Options;

type Call<R extends Route> = R['idempotencyKey'] extends 'required'
  ? (input: InputOf<R>, options: CallOptions<R>) => Promise<Result<ResultOf<R>>>
  : R['body'] extends object
    ? (input: InputOf<R>, options?: CallOptions<R>) => Promise<Result<ResultOf<R>>>
    : R['params'] extends object
      ? (input: InputOf<R>, options?: CallOptions<R>) => Promise<Result<ResultOf<R>>>
      : (input?: InputOf<R>, options?: CallOptions<R>) => Promise<Result<ResultOf<R>>>;

/** A function per route that browsers may call. */
export type Client<Routes extends Record<string, Route>> = {
  readonly [Name in keyof Routes as Routes[Name]['access'] extends 'internal' ? never : Name]: Call<Routes[Name]>;
};

/** How the client reaches the site; both have the browser's own as default. */
export interface ClientSettings {
  readonly fetch?: typeof fetch;
  readonly baseUrl?: string;
}

interface AnyInput {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string | number | boolean | null | undefined>;
  readonly body?: unknown;
}

function address(baseUrl: string, route: Route, input: AnyInput): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const search = query.size > 0 ? `?${query}` : '';
  return `${baseUrl}${fillPath(route.path, input.params)}${search}`;
}

async function send(route: Route, input: AnyInput, options: Options, settings: ClientSettings): Promise<Result<unknown>> {
  const url = address(settings.baseUrl ?? '', route, input);
  const timeout = options.timeoutMs === undefined ? undefined : AbortSignal.timeout(options.timeoutMs);
  const signals = [options.signal, timeout].filter((signal) => signal !== undefined);
  const failed = (code: NetworkProblemCode, facts?: { status: number }) => networkFailure(code, route.path, facts);

  let response: Response;
  let text: string;
  const askedAt = Date.now();
  try {
    response = await (settings.fetch ?? fetch)(url, {
      method: route.method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        accept: 'application/json, application/problem+json',
        ...(route.body ? { 'content-type': 'application/json' } : {}),
        ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
      },
      ...(route.body ? { body: JSON.stringify(input.body) } : {}),
      ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
    });
    learnServerTime(response.headers.get('date'), askedAt);
    text = await response.text();
  } catch {
    if (options.signal?.aborted) return failed('network.stopped');
    return failed(timeout?.aborted ? 'network.timed_out' : 'network.unreachable');
  }

  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    return failed('network.unreadable', { status: response.status });
  }
  if (!response.ok) {
    const problem = problemSchema.safeParse(body);
    return problem.success ? { ok: false, problem: problem.data } : failed('network.unreadable', { status: response.status });
  }
  if (!route.answer) return { ok: true, value: undefined };
  const answer = route.answer.safeParse(body);
  return answer.success ? { ok: true, value: answer.data } : failed('network.unreadable', { status: response.status });
}

/** Calls one route from the page itself. @param options a key is given where the route asks for one */
export function callRoute<R extends Route>(route: R, input: InputOf<R>, options: Options = {}): Promise<Result<ResultOf<R>>> {
  return send(route, input as AnyInput, options, {}) as Promise<Result<ResultOf<R>>>;
}

/**
 * A typed client made from a contract's routes: `client.reserve({ body }, { idempotencyKey, signal })`.
 * Every answer is checked against the contract, and it knows nothing of screens.
 */
export function createClient<const Routes extends Record<string, Route>>(routes: Routes, settings: ClientSettings = {}): Client<Routes> {
  const calls = Object.entries(routes)
    .filter(([, route]) => route.access !== 'internal')
    .map(([name, route]) => [name, (input: AnyInput = {}, options: Options = {}) => send(route, input, options, settings)]);
  return Object.fromEntries(calls) as Client<Routes>;
}
