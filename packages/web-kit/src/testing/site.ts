import { authProblems } from '@concert/contracts/auth/problems';
import { bookingProblems } from '@concert/contracts/booking/problems';
import { problemDocument, requestProblems, type FieldError, type ProblemDocument } from '@concert/contracts/core/problem';
import type { AnswerOf, InputOf, Route } from '@concert/contracts/core/route';
import { notifyProblems } from '@concert/contracts/notify/problems';
import { paymentProblems } from '@concert/contracts/payment/problems';
import { afterEach } from '@jest/globals';
import { z } from 'zod';

/* The site as a screen sees it in tests: routes of the contracts, answered as the test says. */

const PROBLEMS = { ...requestProblems, ...authProblems, ...bookingProblems, ...paymentProblems, ...notifyProblems };

class Refusal {
  readonly document: ProblemDocument;
  constructor(document: ProblemDocument) {
    this.document = document;
  }
}

class RawAnswer {
  readonly response: Partial<Response>;
  constructor(response: Partial<Response>) {
    this.response = response;
  }
}

/** A refusal by a code of the catalogues, with the catalogue's status and, unless told otherwise, its title as detail. */
export function refusal(
  code: keyof typeof PROBLEMS,
  { detail, errors }: { readonly detail?: string; readonly errors?: FieldError[] } = {},
): Refusal {
  return new Refusal(
    problemDocument(PROBLEMS, code, { instance: '/api', traceId: 'trace-7', ...(detail ? { detail } : {}), ...(errors ? { errors } : {}) }),
  );
}

/** An answer that is no JSON of a contract: a file, or what something between page and site sends. jsdom has no Response. */
export function rawAnswer(response: Partial<Response>): RawAnswer {
  return new RawAnswer({ ok: true, status: 200, headers: new Headers(), text: () => Promise.resolve(''), ...response });
}

/** `unreachable`: the site cannot be reached. `silent`: it does not answer until the page gives up. */
type NoAnswer = 'unreachable' | 'silent';

/** What a route answers to one call. */
export type Reply<R extends Route> = AnswerOf<R> | Refusal | RawAnswer | NoAnswer;

type InTurn<R extends Route> = AnswerOf<R> extends readonly unknown[] ? never : readonly Reply<R>[];

/**
 * What a route answers: the same each time, a list in order whose last element repeats, or a function of the call. For a route whose answer
 * is itself a list use {@link repliesInOrder}.
 */
export type Listed<Routes extends Record<string, Route>, Name extends keyof Routes> =
  Reply<Routes[Name]> | InTurn<Routes[Name]> | ((call: CallTo<Routes, Name>) => Reply<Routes[Name]>);

export type Answers<Routes extends Record<string, Route>> = { readonly [Name in keyof Routes]?: Listed<Routes, Name> };

/** One call that the screen made. Values in paths and queries are text. */
export interface CallTo<Routes extends Record<string, Route>, Name extends keyof Routes> {
  readonly route: Name;
  readonly params: InputOf<Routes[Name]>['params'];
  readonly query: InputOf<Routes[Name]>['query'];
  readonly body: InputOf<Routes[Name]>['body'];
  /** The Idempotency-Key. */
  readonly key: string | undefined;
}

/** The stand-in of one test. */
export interface Site<Routes extends Record<string, Route>> {
  /** All calls, in their order. */
  readonly calls: readonly { readonly [Name in keyof Routes]: CallTo<Routes, Name> }[keyof Routes][];
  /** The calls to one route. */
  readonly to: <Name extends keyof Routes>(route: Name) => readonly CallTo<Routes, Name>[];
  /** Changes what these routes answer from now on. */
  readonly answer: (answers: Answers<Routes>) => void;
  /** From now on answers name the time of a clock that is so many milliseconds ahead of this device's, or behind it. */
  readonly setClockAhead: (ms: number) => void;
}

/** Answers in order, the last again and again: for routes whose answer is itself a list. */
export function repliesInOrder<Replies extends readonly (string | object)[]>(...replies: Replies): () => Replies[number] {
  let turn = 0;
  return () => {
    turn += 1;
    return replies[Math.min(turn, replies.length) - 1] as Replies[number];
  };
}

interface AnyCall {
  readonly route: string;
  readonly params: Record<string, string> | undefined;
  readonly query: Record<string, string> | undefined;
  readonly body: unknown;
  readonly key: string | undefined;
}

/** Faults between the screen and its stand-ins, collected here because a screen takes a thrown error for an unreachable site. */
let faults: string[] = [];

/** Takes the faults found since the last call. A test that leaves one behind fails. */
export function collectFaults(): readonly string[] {
  const found = faults;
  faults = [];
  return found;
}

afterEach(() => {
  const found = collectFaults();
  if (found.length > 0) throw new Error(found.join('\n'));
});

function faultsIn(what: string, schema: z.ZodType | undefined, value: unknown): string[] {
  const parsed = schema?.safeParse(value);
  return !parsed || parsed.success ? [] : [`${what}:\n${z.prettifyError(parsed.error)}`];
}

function checkReply(name: string, route: Route, reply: unknown): string[] {
  if (reply === 'unreachable' || reply === 'silent' || reply instanceof Refusal || reply instanceof RawAnswer) return [];
  if (route.answer) return faultsIn(`the answer given for ${name} breaks its contract`, route.answer, reply);
  return reply === undefined ? [] : [`${name} answers nothing, and an answer was given for it`];
}

/** How an address is matched to a route; paths without parameters go first. */
function patternsOf(routes: Record<string, Route>) {
  return Object.entries(routes)
    .map(([name, route]) => {
      const names = [...route.path.matchAll(/:([A-Za-z]+)/g)].map(([, param]) => param as string);
      return { name, route, names, pattern: new RegExp(`^${route.path.replace(/:[A-Za-z]+/g, '([^/]+)')}$`) };
    })
    .sort((one, other) => one.names.length - other.names.length);
}

function inputOf({ params, query, body }: AnyCall): string {
  return JSON.stringify({ params, query, body });
}

function responseOf(route: Route, reply: unknown, headers: Headers, signal: AbortSignal | null | undefined): Promise<Response> {
  if (reply === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'));
  if (reply === 'silent') {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
  }
  if (reply instanceof RawAnswer) return Promise.resolve(reply.response as Response);
  const [status, body] = reply instanceof Refusal ? [reply.document.status, reply.document] : [route.status ?? 200, reply];
  const text = body === undefined ? '' : JSON.stringify(body);
  return Promise.resolve({ ok: status < 400, status, headers, text: () => Promise.resolve(text) } as Response);
}

/**
 * Stands in for the site until the next one does. Answers are validated by their routes' schemas, and so is what the screen sends; a call
 * for which no answer is listed fails the test and is not answered.
 * @param routes the contracts that the screen uses
 * @throws Error when an answer breaks its contract
 */
export function standInForSite<const Routes extends Record<string, Route>>(routes: Routes, answers: Answers<Routes> = {}): Site<Routes> {
  const patterns = patternsOf(routes);
  const calls: AnyCall[] = [];
  let aheadMs: number | undefined;
  const listed = new Map<string, { readonly reply: unknown; turn: number }>();

  const answer = (more: Answers<Routes>) => {
    for (const [name, reply] of Object.entries(more)) {
      const route = routes[name] as Route;
      if (typeof reply !== 'function') {
        const inTurn = Array.isArray(reply) && !(route.answer instanceof z.ZodArray);
        const found = (inTurn ? (reply as unknown[]) : [reply]).flatMap((one) => checkReply(name, route, one));
        if (found.length > 0) throw new Error(found.join('\n'));
      }
      listed.set(name, { reply, turn: 0 });
    }
  };

  const replyTo = (call: AnyCall, route: Route): unknown => {
    const found = listed.get(call.route);
    if (!found) {
      faults.push(`the screen called ${call.route} with ${inputOf(call)}, and this test lists no answer for it`);
      return 'unreachable';
    }
    if (typeof found.reply === 'function') {
      const reply: unknown = (found.reply as (call: AnyCall) => unknown)(call);
      faults.push(...checkReply(call.route, route, reply));
      return reply;
    }
    if (!Array.isArray(found.reply) || route.answer instanceof z.ZodArray) return found.reply;
    const reply: unknown = found.reply[Math.min(found.turn, found.reply.length - 1)];
    found.turn += 1;
    return reply;
  };

  const site: typeof fetch = (address, init) => {
    const method = init?.method ?? 'GET';
    const url = new URL(address as string, 'http://site.example');
    const known = patterns.find(({ route, pattern }) => route.method === method && pattern.test(url.pathname));
    if (!known) {
      faults.push(`the screen called ${method} ${url.pathname}, which is no route of the contracts this test names`);
      return Promise.reject(new TypeError('Failed to fetch'));
    }
    const { name, route, names, pattern } = known;
    const values = pattern.exec(url.pathname)?.slice(1) ?? [];
    const call: AnyCall = {
      route: name,
      params: names.length > 0 ? Object.fromEntries(names.map((param, at) => [param, decodeURIComponent(values[at] ?? '')])) : undefined,
      query: url.searchParams.size > 0 ? Object.fromEntries(url.searchParams) : undefined,
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
      key: new Headers(init?.headers).get('idempotency-key') ?? undefined,
    };
    calls.push(call);
    const reply = replyTo(call, route);
    // A screen may send what the site is known to refuse; the test says so by its answer.
    if (!(reply instanceof Refusal && reply.document.code === 'request.invalid')) {
      const refused = `the screen called ${name} with what its contract refuses`;
      faults.push(...faultsIn(refused, route.params, call.params));
      faults.push(...faultsIn(refused, route.query, call.query ?? {}));
      faults.push(...faultsIn(refused, route.body, call.body));
    }
    if (route.idempotencyKey === 'required' && !call.key) faults.push(`the screen called ${name} without an Idempotency-Key`);
    const headers = new Headers(aheadMs === undefined ? {} : { date: new Date(Date.now() + aheadMs).toUTCString() });
    return responseOf(route, reply, headers, init?.signal);
  };

  answer(answers);
  globalThis.fetch = site;
  return {
    calls: calls as unknown as Site<Routes>['calls'],
    to: ((name: string) => calls.filter(({ route }) => route === name)) as unknown as Site<Routes>['to'],
    answer,
    setClockAhead: (ms) => {
      aheadMs = ms;
    },
  };
}
