import type { MessageRunId } from '@concert/contracts/core/ids';
import { Batcher, NEVER_REFUSED } from '@concert/service-kit/batcher';
import type { Connection } from '@concert/service-kit/mongo';
import type { HeldRuns } from './held-runs.ts';
import { messageRunsCollection, type MessageRunDocument } from './message-run.schema.ts';

/** Mails that share one look: more than are ever sent at a time. */
const ASK_TOGETHER = 200;

/** Nothing is remembered from one look to the next: a pause counts from the moment it is stored. */
export class MongoHeldRuns implements HeldRuns {
  private readonly asked = new Batcher<MessageRunId, boolean>({
    ...NEVER_REFUSED,
    most: ASK_TOGETHER,
    commit: async (ids) => {
      const held = new Set(await this.now());
      return ids.map((id) => ({ ok: true, value: held.has(id) }));
    },
  });

  constructor(private readonly connection: Connection) {}

  async now(): Promise<readonly MessageRunId[]> {
    const found = await messageRunsCollection
      .on(this.connection)
      .find({ state: 'paused' }, { _id: 1 })
      .lean<Pick<MessageRunDocument, '_id'>[]>();
    return found.map(({ _id }) => _id);
  }

  holds(id: MessageRunId): Promise<boolean> {
    return this.asked.submit(id);
  }
}
