import { isWithin } from '@concert/contracts/core/durations';
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
  /** When it was last used, noted once in {@link USE_NOTED_SECONDS}. */
  readonly lastUsedAt: Date;
  /** Which browser on which system, in words for its owner. */
  readonly device: string;
}

/** How a person showed who they are. */
export type SignInProof = Pick<Session, 'signedInAt' | 'passkeyAt'>;

export const NEVER_PROVEN = new Date(0);

/** How long a session may wait for a passkey, in seconds. */
export const RESTRICTED_SECONDS = 600;

/** How old the note of a session's last use may become, in seconds: a write per request would cost more than it tells. */
export const USE_NOTE_SECONDS = 300;

/** A session that begins now. */
export function newSession(
  id: SessionId,
  user: Pick<User, 'id' | 'sessionEpoch'>,
  now: Date,
  lifetimeSeconds: number,
  proof: SignInProof,
  device: string,
): Session {
  return {
    id,
    userId: user.id,
    sessionEpoch: user.sessionEpoch,
    openedAt: now,
    ...proof,
    expiresAt: new Date(now.getTime() + lifetimeSeconds * 1_000),
    lastUsedAt: now,
    device,
  };
}

/** Whether a use of a session has to be noted. */
export function isUseOutdated({ lastUsedAt }: Pick<Session, 'lastUsedAt'>, now: Date): boolean {
  return !isWithin(lastUsedAt, USE_NOTE_SECONDS * 1_000, now);
}
