import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { QueryState } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { onServerClock } from '../server-clock.ts';
import type { ProblemError } from './reading.ts';

/** How the last read went. */
export interface LastRead {
  /** When it was read last by the server's clock, in epoch milliseconds; 0: not yet. */
  readonly readAt: number;
  /** Why the last read failed. */
  readonly problem: ProblemDocument | undefined;
}

/** The last read of a query of the library. */
export function lastReadOf(state: QueryState<never, ProblemError> | undefined): LastRead {
  return { readAt: state?.dataUpdatedAt ? onServerClock(state.dataUpdatedAt) : 0, problem: state?.error?.problem };
}

/** How something is polled while it changes by itself. */
export interface PollOptions<T> {
  /** Whether what was read last is still under way; undefined: nothing was read yet. */
  readonly while: (value: T | undefined, last: LastRead) => boolean;
  /** Milliseconds until the first poll. */
  readonly firstMs: number;
  /** Most milliseconds between two polls; until then each wait is longer by half. By default, as long as the first. */
  readonly mostMs?: number;
  /** Milliseconds after which polling ends; what takes longer is read again when somebody comes back. By default never. */
  readonly forMs?: number;
}

/**
 * Milliseconds until the next poll. Each wait is half as long again as the one before, so the sum of all waits so far says how long the
 * next is: the first wait and half of the time that has passed.
 * @param passedMs since polling began
 * @returns false when polling ends
 */
function nextLook({ firstMs, mostMs = firstMs, forMs = Infinity }: Omit<PollOptions<never>, 'while'>, passedMs: number): number | false {
  return passedMs < forMs && Math.min(mostMs, firstMs + passedMs / 2);
}

/**
 * The time until the next poll. Polling begins anew when something is under way again, and when somebody comes back to the page.
 * @param underWay whether what was read last still is
 * @returns milliseconds, or false when polling ends
 */
export function usePollInterval(follow: Omit<PollOptions<never>, 'while'> | undefined, underWay: boolean): () => number | false {
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
