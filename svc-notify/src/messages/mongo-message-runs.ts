import type { MessageRunId } from '@concert/contracts/core/ids';
import { olderThan, type TimePosition } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import type { MessageRun, StoredState } from './message-run.ts';
import { messageRunsCollection, type MessageRunDocument } from './message-run.schema.ts';

const toRun = ({ _id, ...rest }: MessageRunDocument): MessageRun => ({ id: _id, ...rest });

/** What changes of a run; its version grows by itself. */
export type RunChanges = Partial<Omit<MessageRun, 'id' | 'version'>>;

export class MongoMessageRuns {
  constructor(private readonly connection: Connection) {}

  async add({ id, messages, ...rest }: MessageRun, transaction?: ClientSession): Promise<void> {
    await this.runs.create([{ _id: id, ...rest, messages: [...messages] }], transaction ? { session: transaction } : {});
  }

  async byId(id: MessageRunId, transaction?: ClientSession): Promise<MessageRun | undefined> {
    const found = await messageRunsCollection.readOne(this.connection, { _id: id }, { session: transaction });
    return found ? toRun(found) : undefined;
  }

  /**
   * Stores changes if the run is in the state, and still of the version where one is given.
   * @returns the run after it; undefined when it is another one or does not exist
   */
  async change(
    { id, state, version }: Pick<MessageRun, 'id' | 'state'> & { readonly version?: number },
    changes: RunChanges,
    transaction?: ClientSession,
  ): Promise<MessageRun | undefined> {
    const found = await this.runs
      .findOneAndUpdate(
        { _id: id, state, ...(version === undefined ? {} : { version }) },
        { $set: changes, $inc: { version: 1 } },
        { returnDocument: 'after' },
      )
      .session(transaction ?? null)
      .lean<MessageRunDocument>();
    return found ? toRun(found) : undefined;
  }

  async inState(state: StoredState): Promise<MessageRun[]> {
    return (await messageRunsCollection.read(this.connection, { state })).map(toRun);
  }

  /** Newest first. */
  async list(after: TimePosition<MessageRunId> | undefined, limit: number): Promise<MessageRun[]> {
    const filter = olderThan('createdAt', after);
    return (await messageRunsCollection.read(this.connection, filter, { sort: { createdAt: -1, _id: -1 }, limit })).map(toRun);
  }

  /** Runs whose mails are not sent for now. Nothing is remembered from one look to the next: a pause counts from the moment it is stored. */
  async paused(): Promise<MessageRunId[]> {
    const found = await this.runs.find({ state: 'paused' }, { _id: 1 }).lean<Pick<MessageRunDocument, '_id'>[]>();
    return found.map(({ _id }) => _id);
  }

  async isPaused(id: MessageRunId): Promise<boolean> {
    return (await this.runs.exists({ _id: id, state: 'paused' })) !== null;
  }

  private get runs() {
    return messageRunsCollection.on(this.connection);
  }
}
