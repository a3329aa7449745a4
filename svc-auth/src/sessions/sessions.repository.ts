import type { SessionId, UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { User } from '../users/user.ts';
import type { Session } from './session.ts';

export const SESSIONS = token<SessionsRepository>('SessionsRepository');

/** A session and its account. */
export interface SessionOfUser {
  readonly session: Session;
  readonly user: User;
}

/** Where sessions are kept, by the hash of their secret. */
export interface SessionsRepository {
  /** Sessions and their accounts as they are now, by the hash of their secret, in one read, because every request of a signed-in person asks for it. */
  withUsers(secretHashes: readonly string[]): Promise<ReadonlyMap<string, SessionOfUser>>;
  add(session: Session, secretHash: string, transaction: ClientSession): Promise<void>;
  /** Notes that sessions were used now. */
  noteUse(ids: readonly SessionId[], now: Date): Promise<void>;
  /** Sessions of a user, those that have ended and are not deleted yet among them. */
  ofUser(userId: UserId): Promise<Session[]>;
  /** Ends a session of a user; harmless when it has ended, or is not theirs. */
  endOf(userId: UserId, id: SessionId): Promise<void>;
  /** Ends a session; harmless when it has ended. */
  end(id: SessionId, transaction?: ClientSession): Promise<void>;
  /** Deletes a user's sessions; they are invalid already once the account's epoch has moved on. */
  endAllOf(userId: UserId, transaction: ClientSession): Promise<void>;
}
