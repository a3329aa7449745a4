import type { z } from 'zod';

/** Who may call a route. `internal` routes are never reachable through the gateway. */
export type Access = 'public' | 'session' | 'door' | 'organiser' | 'admin' | 'internal';

/** Names of the processes that sign requests. */
export type Caller = 'gateway' | 'svc-auth' | 'svc-booking' | 'svc-payment' | 'svc-notify';

/** One route as data: handler types, the browser's client, the gateway's table and OpenAPI are derived from it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `:name` parameters, from the root: `/api/…` for browsers, `/internal/…` between services. */
  readonly path: `/api/${string}` | `/internal/${string}`;
  /** What a caller gets from it, in a sentence. */
  readonly summary: string;
  readonly access: Access;
  /** For `internal` routes: who may call. */
  readonly callers?: readonly Caller[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** `raw` keeps the bytes as they came (signatures are made over bytes); `ignored` takes a body of any kind and looks at none of it. */
  readonly bodyKind?: 'json' | 'raw' | 'ignored';
  readonly status?: number;
  readonly answer?: z.ZodType;
  /** `required`: refuse without an Idempotency-Key; `accepted`: use one when it is sent. */
  readonly idempotencyKey?: 'required' | 'accepted';
  /** A POST that only asks, or a write whose second time changes nothing: it may be sent again when no answer came. */
  readonly repeatable?: boolean;
  /** Asks for a new proof (`request.sign_in_again`) when the last one is older than {@link FRESH_SIGN_IN_SECONDS}. */
  readonly freshSignIn?: boolean;
  /** Some of its calls are big actions (contracts/auth/approvals.ts), which wait for a second person (`request.approval_needed`) or are told to every organiser. */
  readonly bigAction?: boolean;
  /** Takes a restricted session, which waits for a passkey. To every other route such a session is nobody, or is refused (`request.passkey_required`). */
  readonly beforePasskey?: boolean;
  /** Takes the session of a helper link. To every other route such a session is nobody, or is refused (`request.forbidden`). */
  readonly takesHelpers?: boolean;
  /** A public read that answers who asks: while that cannot be known it is refused, and not answered as for nobody. */
  readonly aboutCaller?: boolean;
  /** Begins something that takes further requests, such as a purchase: refused while many wait, so that what has begun is finished first. */
  readonly shedFirst?: boolean;
  /** Longest silence before the gateway gives up, in milliseconds, where it is longer than the owner's. */
  readonly longestSilenceMs?: number;
  /** Expected refusals a caller must be ready for, by code; those that follow from the rest of the route stand in no table. */
  readonly problems: readonly string[];
}

/**
 * A route as a table has it: method and path as a request's first line has them, and the problems that do not follow from the rest. Of an
 * internal one its path says so, and its callers have to be named.
 */
type WrittenRoute = Omit<Route, 'method' | 'path' | 'access' | 'callers' | 'problems'> &
  Partial<Pick<Route, 'problems'>> &
  (
    | { readonly request: `${Route['method']} /api/${string}`; readonly access: Exclude<Access, 'internal'>; readonly callers?: undefined }
    | { readonly request: `${Route['method']} /internal/${string}`; readonly access?: 'internal'; readonly callers: readonly Caller[] }
  );
type Completed<R extends WrittenRoute> = R['request'] extends `${infer M extends Route['method']} ${infer P extends Route['path']}`
  ? R &
      Pick<Route, 'problems'> & {
        readonly method: M;
        readonly path: P;
        readonly access: R extends { access: Access } ? R['access'] : 'internal';
      }
  : never;

/** How long after a proof of who somebody is the acts that ask for a fresh one need no second. */
export const FRESH_SIGN_IN_SECONDS = 15 * 60;

/** The refusals that follow from what a route asks for. */
function impliedBy({ access, body, query, freshSignIn, bigAction, idempotencyKey }: WrittenRoute): string[] {
  return [
    ...(body || query ? ['request.invalid'] : []),
    ...(!access || access === 'public' || access === 'internal' ? [] : ['request.session_required']),
    ...(access === 'door' || access === 'organiser' || access === 'admin' ? ['request.forbidden'] : []),
    ...(freshSignIn ? ['request.sign_in_again'] : []),
    ...(bigAction ? ['request.approval_refused'] : []),
    ...(idempotencyKey === 'required' ? ['request.key_required'] : []),
    ...(idempotencyKey ? ['request.key_reused'] : []),
  ];
}

/** Completes a table of routes, and keeps its literal types. */
export function defineRoutes<const R extends Record<string, WrittenRoute>>(routes: R): { readonly [N in keyof R]: Completed<R[N]> } {
  const whole = Object.entries(routes).map(([name, route]) => {
    const [method, path] = route.request.split(' ');
    return [
      name,
      {
        ...route,
        access: route.access ?? 'internal',
        method,
        path,
        problems: [...new Set([...impliedBy(route), ...(route.problems ?? [])])],
      },
    ];
  });
  return Object.fromEntries(whole) as ReturnType<typeof defineRoutes<R>>;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Given<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler receives, already validated. */
export interface CallOf<R extends Route> {
  readonly params: Parsed<R['params']>;
  readonly query: Parsed<R['query']>;
  readonly body: R['bodyKind'] extends 'raw' ? Uint8Array : Parsed<R['body']>;
}

/** What a client sends. */
export type InputOf<R extends Route> = (R['params'] extends z.ZodType ? { params: Given<R['params']> } : { params?: undefined }) &
  (R['query'] extends z.ZodType ? { query?: Given<R['query']> } : { query?: undefined }) &
  (R['body'] extends z.ZodType ? { body: Given<R['body']> } : { body?: undefined });

/** What a handler answers. */
export type AnswerOf<R extends Route> = R['answer'] extends z.ZodType ? z.input<R['answer']> : void;

/** What a client gets. */
export type ResultOf<R extends Route> = R['answer'] extends z.ZodType ? z.output<R['answer']> : void;

/**
 * Fills the parameters of a path. @throws Error when one is missing, so that no `:name` ever reaches the wire.
 */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (!value) throw new Error(`the path ${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}
