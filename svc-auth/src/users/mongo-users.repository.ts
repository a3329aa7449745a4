import type { UserId } from '@concert/contracts/core/ids';
import type { ClientSession, Connection } from '@concert/service-kit/mongo';
import type { QueryFilter } from 'mongoose';
import { toDocument, toUser, turnsCollection, usersCollection, type UserDocument } from './user.schema.ts';
import type { User } from './user.ts';
import type { UsersRepository } from './users.repository.ts';

<<<<<<< HEAD
export const USERS_COLLECTION = 'users';
const TURNS_COLLECTION = 'turns';

export const userIndexes: readonly IndexSpec[] = [
  {
    collection: USERS_COLLECTION,
    name: 'uq_email',
    key: { emailKey: 1 },
    options: { unique: true },
    serves: 'one account per address; the account of an address; the list in its order',
  },
  {
    collection: USERS_COLLECTION,
    name: 'uq_google_sub',
    key: { googleSub: 1 },
    options: { unique: true, partialFilterExpression: { googleSub: { $type: 'string' } } },
    serves: 'one account per person at Google; the account of such a person',
  },
  {
    collection: USERS_COLLECTION,
    name: 'search_words',
    key: { searchWords: 1, emailKey: 1 },
    serves: 'users by the beginning of an address or of a word of the name',
  },
  { collection: USERS_COLLECTION, name: 'of_role', key: { role: 1 }, serves: 'counting admins before one of them stops being one' },
];

/** An account as stored. Accounts from before a field existed lack it. */
export interface UserDocument extends Omit<User, 'id' | 'googleSub' | 'sessionEpoch' | 'passwordProven'> {
  _id: UserId;
  googleSub?: string | null;
  sessionEpoch?: number;
  passwordProven?: boolean;
  searchWords?: string[];
}

export function toUser({
  _id,
  searchWords: _words,
  googleSub = null,
  sessionEpoch = 0,
  passwordProven = false,
  ...rest
}: UserDocument): User {
  return { id: _id, ...rest, googleSub, sessionEpoch, passwordProven };
}

function toDocument({ id, ...rest }: User): UserDocument {
  return { _id: id, ...rest, searchWords: searchWords(rest.emailKey, rest.name) };
}

/** Sorts after every character that a word can hold. */
=======
/** Sorts after every character that a word can hold. */
>>>>>>> bd3639c (svc-auth: declare its collections by schemas)
const LAST = '\u{10FFFF}';

export class MongoUsersRepository implements UsersRepository {
  constructor(private readonly connection: Connection) {}

  byId(id: UserId, transaction?: ClientSession): Promise<User | undefined> {
    return this.one({ _id: id }, transaction);
  }

  async byIds(ids: readonly UserId[]): Promise<User[]> {
    return (await this.users.find({ _id: { $in: ids } }).lean<UserDocument[]>()).map(toUser);
  }

  byEmailKey(emailKey: string, transaction?: ClientSession): Promise<User | undefined> {
    return this.one({ emailKey }, transaction);
  }

  byGoogleSub(googleSub: string, transaction: ClientSession): Promise<User | undefined> {
    return this.one({ googleSub }, transaction);
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
    const found = await this.users
      .find({
        ...(afterEmailKey === undefined ? {} : { emailKey: { $gt: afterEmailKey } }),
        // Both bounds have to hold for one and the same word.
        ...(terms.length > 0
          ? { $and: terms.map((term) => ({ searchWords: { $elemMatch: { $gte: term, $lt: `${term}${LAST}` } } })) }
          : {}),
      })
      .sort({ emailKey: 1 })
      .limit(limit)
      .lean<UserDocument[]>();
    return found.map(toUser);
  }

  async countAdmins(adminEmailKey: string | undefined, transaction: ClientSession): Promise<number> {
<<<<<<< HEAD
    // Two admins who make each other buyers at the same moment would each still see the other as admin: the shared row makes one of them
    // wait.
    await collectionOf<{ _id: string }>(this.connection, TURNS_COLLECTION).updateOne(
      { _id: 'admins' },
      { $inc: { turn: 1 } },
      { upsert: true, session: transaction },
    );
    return this.collection().countDocuments(
      {
=======
    // Two admins who make buyers of each other at one moment would each still see the other: the shared row makes one of them wait.
    await turnsCollection.on(this.connection).updateOne({ _id: 'admins' }, { $inc: { turn: 1 } }, { upsert: true, session: transaction });
    return this.users
      .countDocuments({
>>>>>>> bd3639c (svc-auth: declare its collections by schemas)
        emailVerifiedAt: { $ne: null },
        $or: [{ role: 'admin' as const }, ...(adminEmailKey === undefined ? [] : [{ emailKey: adminEmailKey }])],
      })
      .session(transaction);
  }

  private async one(filter: QueryFilter<UserDocument>, transaction?: ClientSession): Promise<User | undefined> {
    const found = await this.users
      .findOne(filter)
      .session(transaction ?? null)
      .lean<UserDocument>();
    return found ? toUser(found) : undefined;
  }

  private get users() {
    return usersCollection.on(this.connection);
  }
}
