import type { RunId, UserId } from '@concert/contracts/core/ids';
import type { RunState } from '@concert/contracts/payment/cancellation';
import type { TimePosition } from '@concert/service-kit/store/collection';

/** The refunds of a cancelled concert's money, all together. */
export interface CancellationRun {
  readonly id: RunId;
  readonly state: RunState;
  /** The state to return to when it is resumed. */
  readonly pausedFrom: 'gathering' | 'running' | null;
  readonly startedBy: UserId;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  /** How many rows the dry run counted. */
  readonly count: number;
  readonly totalMinor: number;
  /** Why the provider's sum differed. */
  readonly explanation: string | null;
  /** The place up to which payments have been gathered, newest first. */
  readonly gathered: TimePosition<string> | null;
  readonly version: number;
}

/** A new run, which gathers its rows next. */
export function newRun(
  id: RunId,
  by: UserId,
  found: { count: number; totalMinor: number },
  explanation: string | undefined,
  now: Date,
): CancellationRun {
  return {
    id,
    state: 'gathering',
    pausedFrom: null,
    startedBy: by,
    startedAt: now,
    finishedAt: null,
    count: found.count,
    totalMinor: found.totalMinor,
    explanation: explanation ?? null,
    gathered: null,
    version: 1,
  };
}

/** Paused: it sends nothing more. A finished run stays finished. */
export function pausedRun(run: CancellationRun): CancellationRun {
  if (run.state !== 'gathering' && run.state !== 'running') return run;
  return { ...run, state: 'paused', pausedFrom: run.state, version: run.version + 1 };
}

/** Resumed in the state in which it was paused. */
export function resumedRun(run: CancellationRun): CancellationRun {
  if (run.state !== 'paused') return run;
  return { ...run, state: run.pausedFrom ?? 'running', pausedFrom: null, version: run.version + 1 };
}

/** The run after a page of payments was gathered; after the last page its refunds begin. */
export function withGatheredPage(run: CancellationRun, mark: TimePosition<string> | undefined, more: boolean): CancellationRun {
  return { ...run, gathered: mark ?? run.gathered, state: more ? 'gathering' : 'running', version: run.version + 1 };
}

/** Finished: it has nothing left to do by itself. */
export function finishedRun(run: CancellationRun, now: Date): CancellationRun {
  return { ...run, state: 'finished', finishedAt: now, version: run.version + 1 };
}

/** The text to type to start a run. It contains the count, so that nobody confirms another number than the one shown. */
export function confirmationOf(count: number): string {
  return count === 1 ? 'REFUND 1 PAYMENT' : `REFUND ${count} PAYMENTS`;
}
