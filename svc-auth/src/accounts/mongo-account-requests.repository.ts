import { isDuplicateKey } from '@concert/service-kit/errors';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { AccountRequest } from './account-request.ts';
import type { AccountRequestsRepository } from './account-requests.repository.ts';

const REQUESTS_COLLECTION = 'account-requests';
const COUNTS_COLLECTION = 'account-request-counts';

export const accountRequestIndexes: readonly IndexSpec[] = [
  { collection: REQUESTS_COLLECTION, name: 'waiting', key: { createdAt: 1 }, serves: 'requests that a process left behind, oldest first' },
  {
    collection: COUNTS_COLLECTION,
    name: 'ttl_forget',
    key: { forgetAt: 1 },
    options: { expireAfterSeconds: 0 },
    serves: 'counts of an hour that is over go by themselves',
  },
];

interface RequestDocument extends Omit<AccountRequest, 'id'> {
  _id: string;
}

interface CountDocument {
  _id: string;
  count: number;
  forgetAt: Date;
}

export class MongoAccountRequestsRepository implements AccountRequestsRepository {
  constructor(private readonly connection: Connection) {}

  async add({ id, ...rest }: AccountRequest): Promise<void> {
    await this.requests().insertOne({ _id: id, ...rest });
  }

  async take(id: string, transaction: ClientSession): Promise<boolean> {
    return (await this.requests().deleteOne({ _id: id }, { session: transaction })).deletedCount === 1;
  }

  async waitingSince(before: Date, most: number): Promise<AccountRequest[]> {
    const found = await this.requests()
      .find({ createdAt: { $lt: before } })
      .sort({ createdAt: 1 })
      .limit(most)
      .toArray();
    return found.map(({ _id, ...rest }) => ({ id: _id, ...rest }));
  }

  async count(key: string, forgetAt: Date): Promise<number> {
    const add = () =>
      this.counts().findOneAndUpdate(
        { _id: key },
        { $inc: { count: 1 }, $setOnInsert: { forgetAt } },
        { upsert: true, returnDocument: 'after' },
      );
    // Two requests created the row at the same moment; now it exists.
    const row = await add().catch((error: unknown) => {
      if (isDuplicateKey(error)) return add();
      throw error;
    });
    return row?.count ?? 1;
  }

  private requests() {
    return collectionOf<RequestDocument>(this.connection, REQUESTS_COLLECTION);
  }

  private counts() {
    return collectionOf<CountDocument>(this.connection, COUNTS_COLLECTION);
  }
}
