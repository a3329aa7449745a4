import { isDuplicateKey } from '@concert/service-kit/errors';
import { StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { MailCounts } from './mail-budget.ts';
import { mailCountsCollection, type MailCountDocument } from './mail-count.schema.ts';

export class MongoMailCounts implements MailCounts {
  constructor(private readonly connection: Connection) {}

  async add(key: string, forgetAt: Date, transaction?: ClientSession): Promise<number> {
    const options = { upsert: true, returnDocument: 'after', ...(transaction && { session: transaction }) } as const;
    const add = () =>
      mailCountsCollection
        .on(this.connection)
        .findOneAndUpdate({ _id: key }, { $inc: { count: 1 }, $setOnInsert: { forgetAt } }, options)
        .lean<MailCountDocument>();
    // Two first ones at a moment: the row is there now. A transaction does not outlive that, and starts over.
    const row = await add().catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      if (transaction) throw new StaleWriteError('somebody counted first');
      return add();
    });
    return row?.count ?? 1;
  }
}
