import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { CancellationRun } from './run.ts';

export const RUNS = token<RunsRepository>('RunsRepository');

/** Stores runs. */
export interface RunsRepository {
  byId(id: string, transaction?: ClientSession): Promise<CancellationRun | undefined>;
  latest(): Promise<CancellationRun | undefined>;
  /** The run that is not finished, if any. */
  unfinished(): Promise<CancellationRun | undefined>;
  /** A unique index allows only one unfinished run. */
  add(run: CancellationRun, transaction: ClientSession): Promise<void>;
  replace(before: CancellationRun, after: CancellationRun, transaction: ClientSession): Promise<void>;
}
