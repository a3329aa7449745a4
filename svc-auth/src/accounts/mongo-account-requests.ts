import { MINUTE_MS } from '@concert/contracts/core/durations';
import { isOver } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { accountRequestsCollection } from './account-request.schema.ts';
import type { AccountRequest } from './account-request.ts';

/** Requests that are answered and not yet handled. */
export class MongoAccountRequests {
  constructor(private readonly connection: Connection) {}

  async add({ id, ...rest }: AccountRequest): Promise<void> {
    await this.requests.create({ _id: id, ...rest });
  }

  /** Removes a request in the transaction of its effect. @returns false when it was handled before */
  async take(id: string, transaction: ClientSession): Promise<boolean> {
    return (await this.requests.deleteOne({ _id: id }, { session: transaction })).deletedCount === 1;
  }

  /** The oldest requests made before a moment. */
  async waitingSince(before: Date, most: number): Promise<AccountRequest[]> {
    const found = await accountRequestsCollection.read(this.connection, isOver('createdAt', before, MINUTE_MS), {
      sort: { createdAt: 1 },
      limit: most,
    });
    return found.map(({ _id, ...rest }) => ({ id: _id, ...rest }));
  }

  private get requests() {
    return accountRequestsCollection.on(this.connection);
  }
}
