import type { MessageRunId } from '@concert/contracts/core/ids';
import type { Connection } from '@concert/service-kit/store/mongo';
import { messageRunsCollection, type MessageRunDocument } from './message-run.schema.ts';

/** Runs whose mails are not sent for now. Nothing is remembered from one look to the next: a pause counts from the moment it is stored. */
export class MongoPausedRuns {
  constructor(private readonly connection: Connection) {}

  /** The paused runs, read now. */
  async now(): Promise<readonly MessageRunId[]> {
    const found = await this.runs.find({ state: 'paused' }, { _id: 1 }).lean<Pick<MessageRunDocument, '_id'>[]>();
    return found.map(({ _id }) => _id);
  }

  /** Whether a run is paused now. */
  async holds(id: MessageRunId): Promise<boolean> {
    return (await this.runs.exists({ _id: id, state: 'paused' })) !== null;
  }

  private get runs() {
    return messageRunsCollection.on(this.connection);
  }
}
