import type { SessionId, UserId } from '@concert/contracts/core/ids';
import { SINGLE_BATCH } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { toUser, usersCollection, type UserDocument } from '../users/user.schema.ts';
import type { Session } from './session.ts';
import { sessionsCollection, type SessionDocument } from './session.schema.ts';
import type { SessionOfUser, SessionsRepository } from './sessions.repository.ts';

export class MongoSessionsRepository implements SessionsRepository {
  constructor(private readonly connection: Connection) {}

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

  async noteUse(ids: readonly SessionId[], now: Date): Promise<void> {
    await this.sessions.updateMany({ sessionId: { $in: [...ids] } }, { $max: { lastUsedAt: now } });
  }

  async ofUser(userId: UserId): Promise<Session[]> {
    const found = await sessionsCollection.read(this.connection, { userId });
    return found.map(({ _id, sessionId, ...session }) => ({ ...session, id: sessionId }));
  }

  async endOf(userId: UserId, id: SessionId): Promise<void> {
    await this.sessions.deleteOne({ sessionId: id, userId });
  }

  async end(id: SessionId, transaction?: ClientSession): Promise<void> {
    await this.sessions.deleteOne({ sessionId: id }, transaction ? { session: transaction } : {});
  }

  async endAllOf(userId: UserId, transaction: ClientSession): Promise<void> {
    await this.sessions.deleteMany({ userId }, { session: transaction });
  }

  private get sessions() {
    return sessionsCollection.on(this.connection);
  }
}
