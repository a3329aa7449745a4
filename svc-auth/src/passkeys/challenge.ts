import type { SessionId, UserId } from '@concert/contracts/core/ids';

export const CHALLENGE_PURPOSES = ['proof', 'registration'] as const;

/** How long a challenge may be answered. */
export const CHALLENGE_SECONDS = 300;

/** Random bytes that an authenticator signs, so that no signature works twice. */
export interface Challenge {
  readonly hash: string;
  readonly purpose: (typeof CHALLENGE_PURPOSES)[number];
  /** The person, and the session, it was given to; null where nobody was signed in. */
  readonly userId: UserId | null;
  readonly sessionId: SessionId | null;
  readonly expiresAt: Date;
}
