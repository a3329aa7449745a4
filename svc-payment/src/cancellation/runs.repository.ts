import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';
import type { CancellationRun } from './run.ts';

export const RUNS = token<RunsRepository>('RunsRepository');

/** Keeps runs. */
export interface RunsRepository {
  byId(id: string, transaction?: ClientSession): Promise<CancellationRun | undefined>;
  latest(): Promise<CancellationRun | undefined>;
  /** The one run that is not over. */
  unfinished(): Promise<CancellationRun | undefined>;
  /** A unique index lets only one unfinished run be there. */
  add(run: CancellationRun, transaction: ClientSession): Promise<void>;
  replace(before: CancellationRun, after: CancellationRun, transaction: ClientSession): Promise<void>;
}
