import type { UserId } from '@concert/contracts/core/ids';
import { SINGLE_BATCH, isText } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { anyWordStartsWith } from '@concert/service-kit/store/search-words';
import type { QueryFilter } from 'mongoose';
import { turnsCollection } from '../turns/turn.schema.ts';
import { toDocument, toUser, usersCollection, type UserDocument } from './user.schema.ts';
import type { User } from './user.ts';

/** Where accounts are kept. */
export class MongoUsers {
  constructor(private readonly connection: Connection) {}

  byId(id: UserId, transaction?: ClientSession): Promise<User | undefined> {
    return this.one({ _id: id }, transaction);
  }

  /** Those that exist, in no particular order. */
  async byIds(ids: readonly UserId[]): Promise<User[]> {
    return (await usersCollection.read(this.connection, { _id: { $in: ids } }, SINGLE_BATCH)).map(toUser);
  }

  byEmailKey(emailKey: string, transaction?: ClientSession): Promise<User | undefined> {
    return this.one({ emailKey }, transaction);
  }

  byGoogleSub(googleSub: string, transaction: ClientSession): Promise<User | undefined> {
    return this.one({ googleSub: isText(googleSub) }, transaction);
  }

  /** @throws the driver's duplicate key error when the address, or the person at Google, has an account */
  async add(user: User, transaction: ClientSession): Promise<void> {
    await this.users.create([toDocument(user)], { session: transaction });
  }

  /**
   * Stores an account that was read in the same transaction and changed once.
   * @throws Error when it is not the one that was read; the driver's duplicate key error as {@link add}
   */
  async replace(user: User, transaction: ClientSession): Promise<void> {
    await usersCollection.replace(this.connection, user.version - 1, toDocument(user), transaction);
  }

  /** Remembers that somebody signed in with this very password. */
  async provePassword(id: UserId, passwordHash: string): Promise<void> {
    await this.users.updateOne({ _id: id, passwordHash }, { $set: { passwordProven: true }, $inc: { version: 1 } });
  }

  /** Accounts in the order of their addresses, those with every term as the beginning of a word; of `team` only those in it, or the others. */
  async page({
    terms,
    team,
    afterEmailKey,
    limit,
  }: {
    readonly terms: readonly string[];
    readonly team?: { readonly has: boolean; readonly adminEmailKey: string | undefined };
    readonly afterEmailKey?: string | undefined;
    readonly limit: number;
  }): Promise<User[]> {
    const inTeam = [{ role: { $ne: 'buyer' as const } }, ...(team?.adminEmailKey === undefined ? [] : [{ emailKey: team.adminEmailKey }])];
    const found = await usersCollection.read(
      this.connection,
      {
        ...(afterEmailKey === undefined ? {} : { emailKey: { $gt: afterEmailKey } }),
        ...(team && { [team.has ? '$or' : '$nor']: inTeam }),
        ...(terms.length > 0 ? { $and: terms.map((term) => ({ searchWords: anyWordStartsWith(term) })) } : {}),
      },
      { sort: { emailKey: 1 }, limit },
    );
    return found.map(toUser);
  }

  /** Verified accounts of organisers and admins, the configured address included. */
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

  /** How many verified accounts are admins, the configured address included; changes of the number wait for each other. */
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
