import type { UserId } from '@concert/contracts/core/ids';
import { SINGLE_BATCH, isText } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { anyWordStartsWith } from '@concert/service-kit/store/search-words';
import type { QueryFilter } from 'mongoose';
import { toDocument, toUser, turnsCollection, usersCollection, type UserDocument } from './user.schema.ts';
import type { User } from './user.ts';
import type { UsersRepository } from './users.repository.ts';

export class MongoUsersRepository implements UsersRepository {
  constructor(private readonly connection: Connection) {}

  byId(id: UserId, transaction?: ClientSession): Promise<User | undefined> {
    return this.one({ _id: id }, transaction);
  }

  async byIds(ids: readonly UserId[]): Promise<User[]> {
    return (await usersCollection.read(this.connection, { _id: { $in: ids } }, SINGLE_BATCH)).map(toUser);
  }

  byEmailKey(emailKey: string, transaction?: ClientSession): Promise<User | undefined> {
    return this.one({ emailKey }, transaction);
  }

  byGoogleSub(googleSub: string, transaction: ClientSession): Promise<User | undefined> {
    return this.one({ googleSub: isText(googleSub) }, transaction);
  }

  async add(user: User, transaction: ClientSession): Promise<void> {
    await this.users.create([toDocument(user)], { session: transaction });
  }

  async replace(user: User, transaction: ClientSession): Promise<void> {
    await usersCollection.replace(this.connection, user.version - 1, toDocument(user), transaction);
  }

  async provePassword(id: UserId, passwordHash: string): Promise<void> {
    await this.users.updateOne({ _id: id, passwordHash }, { $set: { passwordProven: true }, $inc: { version: 1 } });
  }

  async page({
    terms,
    afterEmailKey,
    limit,
  }: {
    readonly terms: readonly string[];
    readonly afterEmailKey?: string;
    readonly limit: number;
  }): Promise<User[]> {
    const found = await usersCollection.read(
      this.connection,
      {
        ...(afterEmailKey === undefined ? {} : { emailKey: { $gt: afterEmailKey } }),
        ...(terms.length > 0 ? { $and: terms.map((term) => ({ searchWords: anyWordStartsWith(term) })) } : {}),
      },
      { sort: { emailKey: 1 }, limit },
    );
    return found.map(toUser);
  }

  async organisers(adminEmailKey: string | undefined, transaction?: ClientSession): Promise<User[]> {
    const found = await usersCollection.read(
      this.connection,
      {
        emailVerifiedAt: { $ne: null },
        $or: [{ role: { $in: ['organiser', 'admin'] as const } }, ...(adminEmailKey === undefined ? [] : [{ emailKey: adminEmailKey }])],
      },
      { session: transaction },
    );
    return found.map(toUser);
  }

  async countAdmins(adminEmailKey: string | undefined, transaction: ClientSession): Promise<number> {
    // Two admins who make buyers of each other at one moment would each still see the other: the shared row makes one of them wait.
    await turnsCollection.on(this.connection).updateOne({ _id: 'admins' }, { $inc: { turn: 1 } }, { upsert: true, session: transaction });
    return this.users
      .countDocuments({
        emailVerifiedAt: { $ne: null },
        $or: [{ role: 'admin' as const }, ...(adminEmailKey === undefined ? [] : [{ emailKey: adminEmailKey }])],
      })
      .session(transaction);
  }

  private async one(filter: QueryFilter<UserDocument>, transaction?: ClientSession): Promise<User | undefined> {
    const found = await usersCollection.readOne(this.connection, filter, { session: transaction });
    return found ? toUser(found) : undefined;
  }

  private get users() {
    return usersCollection.on(this.connection);
  }
}
