import type { RunId } from '@concert/contracts/core/ids';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { CancellationRun } from './run.ts';
import type { RunsRepository } from './runs.repository.ts';

export const RUNS_COLLECTION = 'cancellation-runs';

export const runIndexes: readonly IndexSpec[] = [
  {
    collection: RUNS_COLLECTION,
    name: 'uq_unfinished',
    key: { unfinished: 1 },
    options: { unique: true, partialFilterExpression: { unfinished: true } },
    serves: 'one run at a time',
  },
  { collection: RUNS_COLLECTION, name: 'newest', key: { startedAt: -1 }, serves: 'the latest run' },
];

type RunDocument = Omit<CancellationRun, 'id'> & { _id: RunId; unfinished: boolean };

function toDocument({ id, ...rest }: CancellationRun): RunDocument {
  return { _id: id, ...rest, unfinished: rest.state !== 'finished' };
}

function toRun({ _id, unfinished: _unfinished, ...rest }: RunDocument): CancellationRun {
  return { id: _id, ...rest };
}

export class MongoRunsRepository implements RunsRepository {
  constructor(private readonly connection: Connection) {}

  async byId(id: string, transaction?: ClientSession): Promise<CancellationRun | undefined> {
    const found = await this.collection().findOne({ _id: id as RunId }, transaction ? { session: transaction } : {});
    return found ? toRun(found) : undefined;
  }

  async latest(): Promise<CancellationRun | undefined> {
    const [found] = await this.collection().find().sort({ startedAt: -1 }).limit(1).toArray();
    return found ? toRun(found) : undefined;
  }

  async unfinished(): Promise<CancellationRun | undefined> {
    const found = await this.collection().findOne({ unfinished: true });
    return found ? toRun(found) : undefined;
  }

  async add(run: CancellationRun, transaction: ClientSession): Promise<void> {
    await this.collection().insertOne(toDocument(run), { session: transaction });
  }

  async replace(before: CancellationRun, after: CancellationRun, transaction: ClientSession): Promise<void> {
    const { matchedCount } = await this.collection().replaceOne({ _id: before.id, version: before.version }, toDocument(after), {
      session: transaction,
    });
    if (matchedCount !== 1) throw new StaleWriteError('the run changed in between');
  }

  private collection() {
    return collectionOf<RunDocument>(this.connection, RUNS_COLLECTION);
  }
}
