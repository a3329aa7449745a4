import type { MessageRunId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/provide';

export const HELD_RUNS = token<HeldRuns>('HeldRuns');

/** Runs whose mails are not sent for now. */
export interface HeldRuns {
  /** The paused runs, as they were at most half a second ago. */
  now(): Promise<readonly MessageRunId[]>;
}
