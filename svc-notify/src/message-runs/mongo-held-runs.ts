import type { MessageRunId } from '@concert/contracts/core/ids';
import type { Connection } from '@concert/service-kit/mongo';
import type { HeldRuns } from './held-runs.ts';
import { messageRunsCollection, type MessageRunDocument } from './message-run.schema.ts';

/** A pause has to be heard of within two seconds, and mails are claimed many times a second. */
const GOOD_FOR_MS = 500;

export class MongoHeldRuns implements HeldRuns {
  private known: readonly MessageRunId[] = [];
  private readAt = -Infinity;

  constructor(private readonly connection: Connection) {}

  async now(): Promise<readonly MessageRunId[]> {
    const now = performance.now();
    if (now - this.readAt < GOOD_FOR_MS) return this.known;
    const found = await messageRunsCollection
      .on(this.connection)
      .find({ state: 'paused' }, { _id: 1 })
      .lean<Pick<MessageRunDocument, '_id'>[]>();
    this.known = found.map(({ _id }) => _id);
    this.readAt = now;
    return this.known;
  }
}
