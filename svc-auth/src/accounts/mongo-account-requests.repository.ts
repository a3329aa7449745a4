import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { accountRequestsCollection } from './account-request.schema.ts';
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
    const found = await accountRequestsCollection.read(
      this.connection,
      { createdAt: { $lt: before } },
      { sort: { createdAt: 1 }, limit: most },
    );
    return found.map(({ _id, ...rest }) => ({ id: _id, ...rest }));
  }

  private get requests() {
    return accountRequestsCollection.on(this.connection);
  }
}
