import type { SessionId, UserId } from '@concert/contracts/core/ids';
import type { User } from '../users/user.ts';

/** One signed-in browser. The secret itself is only in its cookie. */
export interface Session {
  readonly id: SessionId;
  readonly userId: UserId;
  /** The account's {@link User.sessionEpoch} when it began. */
  readonly sessionEpoch: number;
  /** When the person last proved who they are. */
  readonly signedInAt: Date;
  readonly expiresAt: Date;
}

/**
 * A session that begins now.
 * @param signedInAt when the person proved who they are: earlier, when a code carries the session to another place
 */
export function newSession(
  id: SessionId,
  user: Pick<User, 'id' | 'sessionEpoch'>,
  now: Date,
  lifetimeSeconds: number,
  signedInAt = now,
): Session {
  return { id, userId: user.id, sessionEpoch: user.sessionEpoch, signedInAt, expiresAt: new Date(now.getTime() + lifetimeSeconds * 1_000) };
}

/** Whether a session is still valid: its time is not over, and its account was not signed out everywhere since. */
export function alive(session: Session, user: Pick<User, 'sessionEpoch' | 'emailVerifiedAt'>, now: Date): boolean {
  return session.expiresAt > now && session.sessionEpoch === user.sessionEpoch && user.emailVerifiedAt !== null;
}
