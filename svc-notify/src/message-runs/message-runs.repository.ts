import type { MessageRunId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';
import type { MessageRun, StoredState } from './message-run.ts';

export const MESSAGE_RUNS = token<MessageRunsRepository>('MessageRunsRepository');

/** The position after which a list of runs continues. */
export interface RunPosition {
  readonly createdAt: Date;
  readonly id: MessageRunId;
}

export interface MessageRunsRepository {
  add(run: MessageRun): Promise<void>;
  byId(id: MessageRunId, transaction?: ClientSession): Promise<MessageRun | undefined>;
  /** Stores changes if the run is in one of the states. @returns the run after it; undefined when it is in another state or does not exist */
  change(
    id: MessageRunId,
    whileIn: readonly StoredState[],
    changes: Partial<Omit<MessageRun, 'id'>>,
    transaction?: ClientSession,
  ): Promise<MessageRun | undefined>;
  inState(state: StoredState): Promise<MessageRun[]>;
  /** Newest first. */
  list(after: RunPosition | undefined, limit: number): Promise<{ runs: MessageRun[]; more: boolean }>;
}
