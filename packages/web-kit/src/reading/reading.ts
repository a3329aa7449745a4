import type { ProblemDocument } from '@concert/contracts/core/problem';
import { useCallback, useEffect, useRef } from 'react';
import type { Result } from '../api-client.ts';
import { problemText } from '../problem-text.ts';
import { onServerClock } from '../server-clock.ts';

/** Something that is read from the site, as far as it is known. */
export interface Reading<T> {
  /** What was read last. It is kept while it is read again, and when that fails. */
  readonly value: T | undefined;
  /** Why the last read failed. */
  readonly problem: ProblemDocument | undefined;
  /** The same in words for people. */
  readonly failure: string | undefined;
  /** When it was read last by the server's clock, in epoch milliseconds; 0: not yet. */
  readonly readAt: number;
  /** A read is under way. */
  readonly busy: boolean;
  /** Reads again. */
  readonly again: () => void;
}

/** Carries a problem through the library, which knows failures only as thrown errors. */
export class ProblemError extends Error {
  readonly problem: ProblemDocument;

  constructor(problem: ProblemDocument) {
    super(problem.code);
    this.problem = problem;
  }
}

/** The value of a result. @throws ProblemError */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new ProblemError(result.problem);
  return result.value;
}

interface Query {
  readonly data: unknown;
  readonly error: ProblemError | null;
  readonly isFetching: boolean;
  readonly dataUpdatedAt: number;
  readonly refetch: () => Promise<unknown>;
}

/**
 * Reads a query of the library again; resolves when that is done, or has failed. The library begins nothing new while the first read is under
 * way, though what it reads may have changed since: that read is waited for, and followed by another.
 */
export function useRefresh({ data, isFetching, refetch }: Query): () => Promise<void> {
  const isFirst = data === undefined && isFetching;
  return useCallback(async () => {
    await refetch();
    if (isFirst) await refetch();
  }, [isFirst, refetch]);
}

/** The state of a query of the library, as a reading. */
export function useQueryReading<T>(value: T | undefined, query: Query): Reading<T> {
  const { error, isFetching, dataUpdatedAt } = query;
  const refresh = useRefresh(query);
  const again = useCallback(() => void refresh(), [refresh]);
  const problem = error?.problem;
  return {
    value,
    problem,
    failure: problem && problemText(problem),
    readAt: dataUpdatedAt && onServerClock(dataUpdatedAt),
    busy: isFetching,
    again,
  };
}

/** Combines two readings that are shown together: it has a value when both have one. */
export function combinedReading<A, B>(one: Reading<A>, other: Reading<B>): Reading<readonly [A, B]> {
  const problem = one.problem ?? other.problem;
  return {
    value: one.value === undefined || other.value === undefined ? undefined : [one.value, other.value],
    problem,
    failure: problem && problemText(problem),
    readAt: Math.min(one.readAt, other.readAt),
    busy: one.busy || other.busy,
    again: () => {
      one.again();
      other.again();
    },
  };
}

/**
 * Reads again whenever the value it depends on changes.
 * @param mark the value it depends on, as text
 */
export function useRefreshOn(mark: string, { again }: Reading<unknown>): void {
  const known = useRef(mark);
  useEffect(() => {
    if (known.current === mark) return;
    known.current = mark;
    again();
  });
}
