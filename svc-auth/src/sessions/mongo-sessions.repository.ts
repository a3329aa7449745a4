import type { SessionId, UserId } from '@concert/contracts/core/ids';
import type { ClientSession, Connection } from '@concert/service-kit/mongo';
import { toUser, usersCollection, type UserDocument } from '../users/user.schema.ts';
import type { User } from '../users/user.ts';
import type { Session } from './session.ts';
import { sessionsCollection, type SessionDocument } from './session.schema.ts';
import type { SessionsRepository } from './sessions.repository.ts';

<<<<<<< HEAD
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

=======
>>>>>>> bd3639c (svc-auth: declare its collections by schemas)
export class MongoSessionsRepository implements SessionsRepository {
  constructor(private readonly connection: Connection) {}

  async withUser(secretHash: string): Promise<{ session: Session; user: User } | undefined> {
    // Asked with each request of somebody who is signed in: the driver's own collection, see `npm run bench -- casting`.
    const [found] = await sessionsCollection
      .driver(this.connection)
      .aggregate<SessionDocument & { users: UserDocument[] }>([
        { $match: { _id: secretHash } },
        { $lookup: { from: usersCollection.name, localField: 'userId', foreignField: '_id', as: 'users' } },
      ])
      .toArray();
    const user = found?.users[0];
    if (!found || !user) return undefined;
    const { sessionId, userId, sessionEpoch, signedInAt, expiresAt } = found;
    return { session: { id: sessionId, userId, sessionEpoch, signedInAt, expiresAt }, user: toUser(user) };
  }

  async add({ id, ...rest }: Session, secretHash: string, transaction: ClientSession): Promise<void> {
    await this.sessions.create([{ _id: secretHash, sessionId: id, ...rest }], { session: transaction });
  }

  async end(id: SessionId, transaction?: ClientSession): Promise<void> {
    await this.sessions.deleteOne({ sessionId: id }, transaction ? { session: transaction } : {});
  }

  async endAllOf(userId: UserId, transaction: ClientSession): Promise<void> {
    await this.sessions.deleteMany({ userId }, { session: transaction });
  }

  async proveAgain(id: SessionId, at: Date): Promise<void> {
    await this.sessions.updateOne({ sessionId: id }, { $set: { signedInAt: at } });
  }

  private get sessions() {
    return sessionsCollection.on(this.connection);
  }
}
