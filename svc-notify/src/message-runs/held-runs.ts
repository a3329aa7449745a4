import type { MessageRunId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';

export const HELD_RUNS = token<HeldRuns>('HeldRuns');

/** Runs whose mails are not sent for now. */
export interface HeldRuns {
  /** The paused runs, read now. */
  now(): Promise<readonly MessageRunId[]>;
  /** Whether a run is paused now. */
  holds(id: MessageRunId): Promise<boolean>;
}
