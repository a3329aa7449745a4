import type { ProblemDocument } from '@concert/contracts/core/problem';
import { useCallback, useEffect, useRef } from 'react';
import type { Result } from '../api-client.ts';
import { problemText } from '../problem-text.ts';

/** Something that is read from the site, as far as it is known. */
export interface Reading<T> {
  /** What was read last. It stays while another look is under way, and when one fails. */
  readonly value: T | undefined;
  /** Why the last look failed. */
  readonly problem: ProblemDocument | undefined;
  /** The same in words for people. */
  readonly failure: string | undefined;
  /** When it was read last, in epoch milliseconds; 0: not yet. */
  readonly readAt: number;
  /** A look is under way. */
  readonly busy: boolean;
  /** Looks again. */
  readonly again: () => void;
}

/** Carries a problem through the library, which knows failures as thrown errors only. */
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
  readonly error: ProblemError | null;
  readonly isFetching: boolean;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

/** What a query of the library says, as a reading. */
export function useReadingOf<T>(value: T | undefined, { error, isFetching, dataUpdatedAt, refetch }: Query): Reading<T> {
  const again = useCallback(() => void refetch(), [refetch]);
  const problem = error?.problem;
  return {
    value,
    problem,
    failure: problem && problemText(problem),
    readAt: dataUpdatedAt,
    busy: isFetching,
    again,
  };
}

/** Two readings that are shown together: known when both are. */
export function bothOf<A, B>(one: Reading<A>, other: Reading<B>): Reading<readonly [A, B]> {
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

/** Looks again whenever what it depends on is another one. @param mark what it depends on, as text */
export function useAgainOn(mark: string, { again }: Reading<unknown>): void {
  const known = useRef(mark);
  useEffect(() => {
    if (known.current === mark) return;
    known.current = mark;
    again();
  });
}
