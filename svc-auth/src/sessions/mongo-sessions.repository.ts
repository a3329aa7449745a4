import type { SessionId, UserId } from '@concert/contracts/core/ids';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import { toUser, USERS_COLLECTION, type UserDocument } from '../users/mongo-users.repository.ts';
import type { User } from '../users/user.ts';
import type { Session } from './session.ts';
import type { SessionsRepository } from './sessions.repository.ts';

export const SESSIONS_COLLECTION = 'sessions';

export const sessionIndexes: readonly IndexSpec[] = [
  { collection: SESSIONS_COLLECTION, name: 'uq_session', key: { sessionId: 1 }, options: { unique: true }, serves: 'ending one session' },
  { collection: SESSIONS_COLLECTION, name: 'of_user', key: { userId: 1 }, serves: "ending all of a user's sessions" },
  {
    collection: SESSIONS_COLLECTION,
    name: 'ttl_expired',
    key: { expiresAt: 1 },
    options: { expireAfterSeconds: 0 },
    serves: 'ended sessions go by themselves; they count for nothing before that',
  },
];

/** Keyed by the SHA-256 of the secret: somebody who reads the database cannot sign in with it. */
interface SessionDocument extends Omit<Session, 'id' | 'sessionEpoch'> {
  _id: string;
  sessionId: SessionId;
  /** Lacking in sessions from before accounts counted. */
  sessionEpoch?: number;
}

export class MongoSessionsRepository implements SessionsRepository {
  constructor(private readonly connection: Connection) {}

  async withUser(secretHash: string): Promise<{ session: Session; user: User } | undefined> {
    const [found] = await this.collection()
      .aggregate<SessionDocument & { users: UserDocument[] }>([
        { $match: { _id: secretHash } },
        { $lookup: { from: USERS_COLLECTION, localField: 'userId', foreignField: '_id', as: 'users' } },
      ])
      .toArray();
    const user = found?.users[0];
    if (!found || !user) return undefined;
    const { sessionId, userId, sessionEpoch = 0, signedInAt, expiresAt } = found;
    return { session: { id: sessionId, userId, sessionEpoch, signedInAt, expiresAt }, user: toUser(user) };
  }

  async add({ id, ...rest }: Session, secretHash: string, transaction: ClientSession): Promise<void> {
    await this.collection().insertOne({ _id: secretHash, sessionId: id, ...rest }, { session: transaction });
  }

  async end(id: SessionId, transaction?: ClientSession): Promise<void> {
    await this.collection().deleteOne({ sessionId: id }, transaction ? { session: transaction } : {});
  }

  async endAllOf(userId: UserId, transaction: ClientSession): Promise<void> {
    await this.collection().deleteMany({ userId }, { session: transaction });
  }

  async proveAgain(id: SessionId, at: Date): Promise<void> {
    await this.collection().updateOne({ sessionId: id }, { $set: { signedInAt: at } });
  }

  private collection() {
    return collectionOf<SessionDocument>(this.connection, SESSIONS_COLLECTION);
  }
}
