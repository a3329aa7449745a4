import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { runsCollection, type RunDocument } from './run.schema.ts';
import type { CancellationRun } from './run.ts';

function toDocument({ id, ...rest }: CancellationRun): RunDocument {
  return { _id: id, ...rest, unfinished: rest.state !== 'finished' };
}

function toRun({ _id, unfinished: _unfinished, ...rest }: RunDocument): CancellationRun {
  return { id: _id, ...rest };
}

/** Stores runs. */
export class MongoRuns {
  constructor(private readonly connection: Connection) {}

  async byId(id: string, transaction?: ClientSession): Promise<CancellationRun | undefined> {
    const found = await runsCollection.readOne(this.connection, { _id: id as CancellationRun['id'] }, { session: transaction });
    return found ? toRun(found) : undefined;
  }

  async latest(): Promise<CancellationRun | undefined> {
    const found = await runsCollection.readOne(this.connection, {}, { sort: { startedAt: -1 } });
    return found ? toRun(found) : undefined;
  }

  /** The run that is not finished, if any. */
  async unfinished(): Promise<CancellationRun | undefined> {
    const found = await runsCollection.readOne(this.connection, { unfinished: true });
    return found ? toRun(found) : undefined;
  }

  /** A unique index allows only one unfinished run. */
  async add(run: CancellationRun, transaction: ClientSession): Promise<void> {
    await runsCollection.on(this.connection).create([toDocument(run)], { session: transaction });
  }

  async replace(before: CancellationRun, after: CancellationRun, transaction: ClientSession): Promise<void> {
    await runsCollection.replace(this.connection, before.version, toDocument(after), transaction);
  }
}
