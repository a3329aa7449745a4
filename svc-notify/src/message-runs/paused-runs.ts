import type { MessageRunId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';

export const PAUSED_RUNS = token<PausedRuns>('PausedRuns');

/** Runs whose mails are not sent for now. */
export interface PausedRuns {
  /** The paused runs, read now. */
  now(): Promise<readonly MessageRunId[]>;
  /** Whether a run is paused now. */
  holds(id: MessageRunId): Promise<boolean>;
}
