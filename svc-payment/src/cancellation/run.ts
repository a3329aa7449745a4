import type { RunId, UserId } from '@concert/contracts/core/ids';
import type { RunState } from '@concert/contracts/payment/cancellation';

/** How far the payments have been gathered; they are taken newest first. */
export interface GatherMark {
  readonly openedAt: Date;
  readonly key: string;
}

/** All money of a cancelled concert on its way back. */
export interface CancellationRun {
  readonly id: RunId;
  readonly state: RunState;
  /** What it goes on with when it is resumed. */
  readonly pausedFrom: 'gathering' | 'running' | null;
  readonly startedBy: UserId;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  /** What the dry run counted. */
  readonly count: number;
  readonly totalMinor: number;
  /** Why the provider's sum was another one. */
  readonly explanation: string | null;
  readonly gathered: GatherMark | null;
  readonly version: number;
}

/** A new run, about to gather its rows. */
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

/** Sends nothing more. A run that is over stays over. */
export function paused(run: CancellationRun): CancellationRun {
  if (run.state !== 'gathering' && run.state !== 'running') return run;
  return { ...run, state: 'paused', pausedFrom: run.state, version: run.version + 1 };
}

/** Goes on where it was. */
export function resumed(run: CancellationRun): CancellationRun {
  if (run.state !== 'paused') return run;
  return { ...run, state: run.pausedFrom ?? 'running', pausedFrom: null, version: run.version + 1 };
}

/** A page of payments has been gathered; after the last one it runs. */
export function gathered(run: CancellationRun, mark: GatherMark | null, more: boolean): CancellationRun {
  return { ...run, gathered: mark ?? run.gathered, state: more ? 'gathering' : 'running', version: run.version + 1 };
}

/** Nothing is left that it can do by itself. */
export function finished(run: CancellationRun, now: Date): CancellationRun {
  return { ...run, state: 'finished', finishedAt: now, version: run.version + 1 };
}

/** What has to be typed to start: it names the number, so that nobody confirms another one than was shown. */
export function confirmationOf(count: number): string {
  return count === 1 ? 'REFUND 1 PAYMENT' : `REFUND ${count} PAYMENTS`;
}
