import type { User } from '../users/user.ts';
import type { SessionId, UserId } from '@concert/contracts/core/ids';
import { SINGLE_BATCH } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { toUser, usersCollection, type UserDocument } from '../users/user.schema.ts';
import type { Session } from './session.ts';
import { sessionsCollection, type SessionDocument } from './session.schema.ts';

/** A session and its account. */
export interface SessionOfUser {
  readonly session: Session;
  readonly user: User;
}

/** Where sessions are kept, by the hash of their secret. */
export class MongoSessions {
  constructor(private readonly connection: Connection) {}

  /** Sessions and their accounts as they are now, by the hash of their secret, in one read, because every request of a signed-in person asks for it. */
  async withUsers(secretHashes: readonly string[]): Promise<Map<string, SessionOfUser>> {
    // Asked with each request of somebody who is signed in: the driver's own collection, see decision 0042.
    const found = await sessionsCollection
      .driver(this.connection)
      .aggregate<SessionDocument & { users: UserDocument[] }>(
        [
          { $match: { _id: { $in: [...secretHashes] } } },
          { $lookup: { from: usersCollection.name, localField: 'userId', foreignField: '_id', as: 'users' } },
        ],
        SINGLE_BATCH,
      )
      .toArray();
    return new Map(
      found.flatMap(({ _id, sessionId, users: [user], ...session }) =>
        user ? [[_id, { session: { ...session, id: sessionId }, user: toUser(user) }] as const] : [],
      ),
    );
  }

  async add({ id, ...rest }: Session, secretHash: string, transaction: ClientSession): Promise<void> {
    await this.sessions.create([{ _id: secretHash, sessionId: id, ...rest }], { session: transaction });
  }

  /** Notes that sessions were used now. */
  async noteUse(ids: readonly SessionId[], now: Date): Promise<void> {
    await this.sessions.updateMany({ sessionId: { $in: [...ids] } }, { $set: { lastUsedAt: now } });
  }

  /** Sessions of a user, those that have ended and are not deleted yet among them. */
  async ofUser(userId: UserId): Promise<Session[]> {
    const found = await sessionsCollection.read(this.connection, { userId });
    return found.map(({ _id, sessionId, ...session }) => ({ ...session, id: sessionId }));
  }

  /** Keeps a session from being ended while a transaction goes on in its name. @returns false when it has ended */
  async hold(id: SessionId, now: Date, transaction: ClientSession): Promise<boolean> {
    const { matchedCount } = await this.sessions.updateOne({ sessionId: id }, { $set: { lastUsedAt: now } }, { session: transaction });
    return matchedCount === 1;
  }

  /** Ends a session of a user; harmless when it has ended, or is not theirs. */
  async endOf(userId: UserId, id: SessionId): Promise<void> {
    await this.sessions.deleteOne({ sessionId: id, userId });
  }

  /** Ends a session; harmless when it has ended. */
  async end(id: SessionId, transaction?: ClientSession): Promise<void> {
    await this.sessions.deleteOne({ sessionId: id }, transaction ? { session: transaction } : {});
  }

  /** Deletes a user's sessions; they are invalid already once the account's epoch has moved on. */
  async endAllOf(userId: UserId, transaction: ClientSession): Promise<void> {
    await this.sessions.deleteMany({ userId }, { session: transaction });
  }

  private get sessions() {
    return sessionsCollection.on(this.connection);
  }
}
