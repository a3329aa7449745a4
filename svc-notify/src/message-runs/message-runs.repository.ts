import type { MessageRunId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { MessageRun, StoredState } from './message-run.ts';

export const MESSAGE_RUNS = token<MessageRunsRepository>('MessageRunsRepository');

/** The position after which a list of runs continues. */
export interface RunPosition {
  readonly createdAt: Date;
  readonly id: MessageRunId;
}

/** What changes of a run; its version grows by itself. */
export type RunChanges = Partial<Omit<MessageRun, 'id' | 'version'>>;

export interface MessageRunsRepository {
  add(run: MessageRun, transaction?: ClientSession): Promise<void>;
  byId(id: MessageRunId, transaction?: ClientSession): Promise<MessageRun | undefined>;
  /**
   * Stores changes if the run is in the state, and still of the version where one is given.
   * @returns the run after it; undefined when it is another one or does not exist
   */
  change(
    run: Pick<MessageRun, 'id' | 'state'> & { readonly version?: number },
    changes: RunChanges,
    transaction?: ClientSession,
  ): Promise<MessageRun | undefined>;
  inState(state: StoredState): Promise<MessageRun[]>;
  /** Newest first. */
  list(after: RunPosition | undefined, limit: number): Promise<{ runs: MessageRun[]; more: boolean }>;
}
