import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { QueryState } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ProblemError } from './reading.ts';

/** How the last look went. */
export interface Look {
  /** When it was read last, in epoch milliseconds; 0: not yet. */
  readonly readAt: number;
  /** Why the last look failed. */
  readonly problem: ProblemDocument | undefined;
}

/** The last look of a query of the library. */
export function lookOf(state: QueryState<never, ProblemError> | undefined): Look {
  return { readAt: state?.dataUpdatedAt ?? 0, problem: state?.error?.problem };
}

/** How something is asked for again while it changes by itself. */
export interface Follow<T> {
  /** Whether what was read last is still under way; undefined: nothing was read yet. */
  readonly while: (value: T | undefined, last: Look) => boolean;
  /** Milliseconds until the first look. */
  readonly firstMs: number;
  /** Milliseconds between two looks at most; the waits grow by half until then. By default each is the first. */
  readonly mostMs?: number;
  /** Milliseconds after which it is asked no more: what takes longer is looked at by whoever comes back. By default never. */
  readonly forMs?: number;
}

/**
 * Milliseconds until the next look. Waits that each are half as long again as the one before add up so that the next
 * is the first one and half of all that has passed.
 * @param passedMs since it was first asked again
 * @returns false when it is asked no more
 */
function nextLook({ firstMs, mostMs = firstMs, forMs = Infinity }: Omit<Follow<never>, 'while'>, passedMs: number): number | false {
  return passedMs < forMs && Math.min(mostMs, firstMs + passedMs / 2);
}

/**
 * The time until the next look at what is followed. It is followed anew when it is under way again, and when somebody
 * came back to the page.
 * @param underWay whether what was read last is
 * @returns milliseconds, or false when it is asked no more
 */
export function useNextLook(follow: Omit<Follow<never>, 'while'> | undefined, underWay: boolean): () => number | false {
  const since = useRef(0);
  useEffect(() => {
    if (!underWay) return undefined;
    const begin = () => {
      since.current = Date.now();
    };
    begin();
    document.addEventListener('visibilitychange', begin);
    return () => document.removeEventListener('visibilitychange', begin);
  }, [underWay]);
  return () => follow !== undefined && nextLook(follow, since.current === 0 ? 0 : Date.now() - since.current);
}
