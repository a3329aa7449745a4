import type { SessionId, UserId } from '@concert/contracts/core/ids';
import type { User } from '../users/user.ts';

/** One signed-in browser. The secret itself is only in its cookie. */
export interface Session {
  readonly id: SessionId;
  readonly userId: UserId;
  /** The account's {@link User.sessionEpoch} when it began. */
  readonly sessionEpoch: number;
  readonly openedAt: Date;
  /** When the person last proved who they are; {@link NEVER_PROVEN} if only Google vouched, which may not have asked. */
  readonly signedInAt: Date;
  /** When they proved it with a passkey, or handed over from a session where they had. */
  readonly passkeyAt: Date | null;
  readonly expiresAt: Date;
}

/** How a person showed who they are. */
export type Proof = Pick<Session, 'signedInAt' | 'passkeyAt'>;

export const NEVER_PROVEN = new Date(0);

/** How long a session may wait for a passkey, in seconds. */
export const RESTRICTED_SECONDS = 600;

/** A session that begins now. */
export function newSession(
  id: SessionId,
  user: Pick<User, 'id' | 'sessionEpoch'>,
  now: Date,
  lifetimeSeconds: number,
  proof: Proof,
): Session {
  return {
    id,
    userId: user.id,
    sessionEpoch: user.sessionEpoch,
    openedAt: now,
    ...proof,
    expiresAt: new Date(now.getTime() + lifetimeSeconds * 1_000),
  };
}

/** Whether a session is still valid: its time is not over, and its account was not signed out everywhere since. */
export function alive(session: Session, user: Pick<User, 'sessionEpoch' | 'emailVerifiedAt'>, now: Date): boolean {
  return session.expiresAt > now && session.sessionEpoch === user.sessionEpoch && user.emailVerifiedAt !== null;
}

/** Whether a session has waited too long for its passkey. Also one that began before passkeys were demanded. */
export function waitedTooLong(session: Pick<Session, 'openedAt'>, now: Date): boolean {
  return session.openedAt.getTime() + RESTRICTED_SECONDS * 1_000 <= now.getTime();
}
