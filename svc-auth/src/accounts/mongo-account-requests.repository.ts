import { isDuplicateKey } from '@concert/service-kit/errors';
import type { ClientSession, Connection } from '@concert/service-kit/mongo';
import {
  accountRequestsCollection,
  requestCountsCollection,
  type AccountRequestDocument,
  type RequestCountDocument,
} from './account-request.schema.ts';
import type { AccountRequest } from './account-request.ts';
import type { AccountRequestsRepository } from './account-requests.repository.ts';

export class MongoAccountRequestsRepository implements AccountRequestsRepository {
  constructor(private readonly connection: Connection) {}

  async add({ id, ...rest }: AccountRequest): Promise<void> {
    await this.requests.create({ _id: id, ...rest });
  }

  async take(id: string, transaction: ClientSession): Promise<boolean> {
    return (await this.requests.deleteOne({ _id: id }, { session: transaction })).deletedCount === 1;
  }

  async waitingSince(before: Date, most: number): Promise<AccountRequest[]> {
    const found = await this.requests
      .find({ createdAt: { $lt: before } })
      .sort({ createdAt: 1 })
      .limit(most)
      .lean<AccountRequestDocument[]>();
    return found.map(({ _id, ...rest }) => ({ id: _id, ...rest }));
  }

  async count(key: string, forgetAt: Date): Promise<number> {
    const add = () =>
      this.counts
        .findOneAndUpdate({ _id: key }, { $inc: { count: 1 }, $setOnInsert: { forgetAt } }, { upsert: true, returnDocument: 'after' })
        .lean<RequestCountDocument>();
    // Two requests created the row at the same moment; now it exists.
    const row = await add().catch((error: unknown) => {
      if (isDuplicateKey(error)) return add();
      throw error;
    });
    return row?.count ?? 1;
  }

  private get requests() {
    return accountRequestsCollection.on(this.connection);
  }

  private get counts() {
    return requestCountsCollection.on(this.connection);
  }
}
