import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { runsCollection, type RunDocument } from './run.schema.ts';
import type { CancellationRun } from './run.ts';
import type { RunsRepository } from './runs.repository.ts';

function toDocument({ id, ...rest }: CancellationRun): RunDocument {
  return { _id: id, ...rest, unfinished: rest.state !== 'finished' };
}

function toRun({ _id, unfinished: _unfinished, ...rest }: RunDocument): CancellationRun {
  return { id: _id, ...rest };
}

export class MongoRunsRepository implements RunsRepository {
  constructor(private readonly connection: Connection) {}

  async byId(id: string, transaction?: ClientSession): Promise<CancellationRun | undefined> {
    const found = await runsCollection.readOne(this.connection, { _id: id as CancellationRun['id'] }, { session: transaction });
    return found ? toRun(found) : undefined;
  }

  async latest(): Promise<CancellationRun | undefined> {
    const found = await runsCollection.readOne(this.connection, {}, { sort: { startedAt: -1 } });
    return found ? toRun(found) : undefined;
  }

  async unfinished(): Promise<CancellationRun | undefined> {
    const found = await runsCollection.readOne(this.connection, { unfinished: true });
    return found ? toRun(found) : undefined;
  }

  async add(run: CancellationRun, transaction: ClientSession): Promise<void> {
    await runsCollection.on(this.connection).create([toDocument(run)], { session: transaction });
  }

  async replace(before: CancellationRun, after: CancellationRun, transaction: ClientSession): Promise<void> {
    await runsCollection.replace(this.connection, before.version, toDocument(after), transaction);
  }
}
