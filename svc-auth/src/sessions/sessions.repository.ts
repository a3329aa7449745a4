import type { SessionId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/mongo';
import type { Session } from './session.ts';

export const SESSIONS = Symbol('SessionsRepository');

/** Where sessions are kept, by the hash of their secret. */
export interface SessionsRepository {
  bySecretHash(secretHash: string): Promise<Session | undefined>;
  add(session: Session, secretHash: string, transaction: ClientSession): Promise<void>;
  /** Ends a session; harmless when it has ended. */
  end(id: SessionId, transaction?: ClientSession): Promise<void>;
}
