import type { UserId } from '@concert/contracts/core/ids';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { User } from './user.ts';
import type { UsersRepository } from './users.repository.ts';

export const USERS_COLLECTION = 'users';

export const userIndexes: readonly IndexSpec[] = [
  { collection: USERS_COLLECTION, name: 'uq_email', key: { emailKey: 1 }, options: { unique: true }, serves: 'one account per address; the account of an address' },
];

/** An account as stored. */
export interface UserDocument extends Omit<User, 'id'> {
  _id: UserId;
}

export function toUser({ _id, ...rest }: UserDocument): User {
  return { id: _id, ...rest };
}

export class MongoUsersRepository implements UsersRepository {
  constructor(private readonly connection: Connection) {}

  async byEmailKey(emailKey: string, transaction?: ClientSession): Promise<User | undefined> {
    const found = await this.collection().findOne({ emailKey }, transaction ? { session: transaction } : {});
    return found ? toUser(found) : undefined;
  }

  async add({ id, ...rest }: User, transaction: ClientSession): Promise<void> {
    await this.collection().insertOne({ _id: id, ...rest }, { session: transaction });
  }

  private collection() {
    return collectionOf<UserDocument>(this.connection, USERS_COLLECTION);
  }
}
