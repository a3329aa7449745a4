import { isDuplicateKey } from '@concert/service-kit/errors';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { MailCounts } from './mail-budget.ts';

const COUNTS_COLLECTION = 'mail-counts';

export const mailCountIndexes: readonly IndexSpec[] = [
  {
    collection: COUNTS_COLLECTION,
    name: 'ttl_forget',
    key: { forgetAt: 1 },
    options: { expireAfterSeconds: 0 },
    serves: 'counts of a day that is over go by themselves',
  },
];

interface CountDocument {
  _id: string;
  count: number;
  forgetAt: Date;
}

export class MongoMailCounts implements MailCounts {
  constructor(private readonly connection: Connection) {}

  async add(key: string, forgetAt: Date, transaction?: ClientSession): Promise<number> {
    const options = { upsert: true, returnDocument: 'after', ...(transaction && { session: transaction }) } as const;
    const add = () =>
      collectionOf<CountDocument>(this.connection, COUNTS_COLLECTION).findOneAndUpdate(
        { _id: key },
        { $inc: { count: 1 }, $setOnInsert: { forgetAt } },
        options,
      );
    // Two first ones at a moment: the row is there now. A transaction does not outlive that, and starts over.
    const row = await add().catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      if (transaction) throw new StaleWriteError('somebody counted first');
      return add();
    });
    return row?.count ?? 1;
  }
}
