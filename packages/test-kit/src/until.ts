import { inspect, isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';

export interface Patience {
  /** How long to keep asking. */
  readonly withinMs?: number;
  /** Pause between two looks. */
  readonly everyMs?: number;
  /** Ends the wait early, with its reason. */
  readonly signal?: AbortSignal;
}

/**
 * Looks again and again until what it sees is accepted, and returns that.
 * @param what the awaited condition in words, for the failure text
 * @param look may throw, which counts as "not yet"
 * @param accept what is waited for: the very value, or whether a value will do; without it anything that is true
 * @throws when the time is up, with the condition and what was seen last
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  accept: NoInfer<T> | ((seen: T) => boolean) = Boolean,
  { withinMs = 30_000, everyMs = 50, signal }: Patience = {},
): Promise<T> {
  const accepts = typeof accept === 'function' ? (accept as (seen: T) => boolean) : (seen: T) => isDeepStrictEqual(seen, accept);
  const deadline = performance.now() + withinMs;
  let last = 'nothing';
  for (let looks = 1; ; looks += 1) {
    signal?.throwIfAborted();
    const left = deadline - performance.now();
    try {
      const seen = await withTimeout(look, Math.max(left, everyMs));
      if (accepts(seen)) return seen;
      last = inspect(seen, { depth: 4, breakLength: 120 });
    } catch (error) {
      last = error instanceof TooSlow && last !== 'nothing' ? last : `a failure: ${error instanceof Error ? error.message : String(error)}`;
    }
    if (performance.now() >= deadline) {
      throw new Error(`Waited ${withinMs} ms (${looks} looks) until ${what}. Last seen: ${last}`);
    }
    await pause(everyMs, undefined, signal ? { signal } : {});
  }
}

/** The answer to a request made again while it is refused as "try again" (503). Only for what may be asked twice. */
export const untilAnswered = <T extends { readonly status: number }>(ask: () => Promise<T>, patience?: Patience): Promise<T> =>
  until('it is answered', ask, ({ status }) => status !== 503, patience);

type Sized = number | { readonly length: number };
const sizeOf = (seen: Sized): number => (typeof seen === 'number' ? seen : seen.length);
/** Accepts a number, or what has a length, of at least `least`. */
export const atLeast = (least: number) => (seen: Sized) => sizeOf(seen) >= least;
/** Accepts a number, or what has a length, above `bound`. */
export const moreThan = (bound: number) => (seen: Sized) => sizeOf(seen) > bound;
/** Accepts what has exactly this length. */
export const ofLength = (length: number) => (seen: { readonly length: number }) => seen.length === length;
/** Accepts a text with this part, or a list with this entry. */
export const including = (part: string) => (seen: string | readonly string[]) => seen.includes(part);
/** Accepts an object whose fields of these names have these values; of objects within it only what is named counts too. */
export const having =
  (fields: object) =>
  (seen: unknown): boolean =>
    Object.entries(fields).every(([name, value]: [string, unknown]) => {
      const found = (seen as Record<string, unknown> | null | undefined)?.[name];
      return typeof value === 'object' && value !== null ? having(value)(found) : isDeepStrictEqual(found, value);
    });

/** Waits until a process says that it can do its work. @param url where it listens */
export async function untilReady(url: string): Promise<void> {
  const status = () => fetch(`${url}/health/ready`).then((answer) => answer.status);
  await until('the service is ready', status, 200, { withinMs: 60_000 });
}

class TooSlow extends Error {}

/** A look that never returns must not outlive the deadline. */
async function withTimeout<T>(look: () => T | Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlow('no answer')), limitMs);
  });
  try {
    return await Promise.race([look(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
