import type { UserId } from '@concert/contracts/core/ids';
import type { Difference } from './compare-money.ts';

/** How long a message that explains a difference may take to arrive. */
export const SETTLING_MS = 60_000;

/** `settling`: seen once, and may resolve itself; `open`: waits for a person. */
export const TASK_STATES = ['settling', 'open', 'resolved'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** A difference between bookings, ledger and provider, and what became of it. One per booking. */
export interface MoneyTask extends Difference {
  readonly state: TaskState;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly resolvedAt: Date | null;
  readonly resolvedBy: UserId | 'itself' | null;
  readonly note: string | null;
  readonly version: number;
}

function sameFigures(task: Difference, seen: Difference): boolean {
  return (
    task.kind === seen.kind &&
    task.bookingMinor === seen.bookingMinor &&
    task.ledgerMinor === seen.ledgerMinor &&
    task.providerMinor === seen.providerMinor
  );
}

/** The task after a comparison that found the difference. The same object when nothing changed. */
export function taskSeenAgain(task: MoneyTask | undefined, seen: Difference, now: Date): MoneyTask {
  const explained = task?.state === 'resolved' && task.resolvedBy !== 'itself' && sameFigures(task, seen);
  if (task && explained) return task;
  if (!task || task.state === 'resolved') {
    return {
      ...seen,
      state: 'settling',
      firstSeenAt: now,
      lastSeenAt: now,
      resolvedAt: null,
      resolvedBy: null,
      note: null,
      version: (task?.version ?? 0) + 1,
    };
  }
  const state = task.state === 'open' || now.getTime() - task.firstSeenAt.getTime() >= SETTLING_MS ? 'open' : 'settling';
  return { ...task, ...seen, state, lastSeenAt: now, version: task.version + 1 };
}

/** The task after a comparison that found the difference gone. */
export function selfResolvedTask(task: MoneyTask, now: Date): MoneyTask {
  return { ...task, state: 'resolved', resolvedAt: now, resolvedBy: 'itself', version: task.version + 1 };
}

/** The task after a person explained it. */
export function explainedTask(task: MoneyTask, by: UserId, note: string, now: Date): MoneyTask {
  return { ...task, state: 'resolved', resolvedAt: now, resolvedBy: by, note, version: task.version + 1 };
}
