import type { UserId } from '@concert/contracts/core/ids';

/** Kinds of mails about an account. */
export type MailKind = 'verification' | 'password-reset' | 'account-exists';

const HOUR_SECONDS = 3_600;

/** How long each single-use secret works, in seconds. The mail that says an account exists carries no secret and may be sent for a day. */
export const LIFETIME_SECONDS = {
  verification: 24 * HOUR_SECONDS,
  'password-reset': HOUR_SECONDS,
  handoff: 300,
  'account-exists': 24 * HOUR_SECONDS,
} as const;

export type LinkKind = keyof typeof LIFETIME_SECONDS;

/** A single-use secret, or a mail about an account that has none. */
export interface Link {
  /** Reference by which svc-notify asks for a mail's content; no secret. */
  readonly id: string;
  readonly kind: LinkKind;
  readonly userId: UserId;
  /** All that is stored of the secret. */
  readonly tokenHash: string | null;
  /**
   * For the mail that a sign-up causes: the password and the name that were given with it. A mail that is requested again carries neither,
   * because a stranger may have signed up meanwhile.
   */
  readonly passwordHash: string | null;
  readonly name: string | null;
  /** For a handoff code: what the new session takes over from the one it was made in. */
  readonly signedInAt: Date | null;
  readonly sessionEpoch: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

/** A new link. */
export function newLink(
  id: string,
  kind: LinkKind,
  userId: UserId,
  tokenHash: string | null,
  now: Date,
  carried: Partial<Pick<Link, 'passwordHash' | 'name' | 'signedInAt' | 'sessionEpoch'>> = {},
): Link {
  return {
    id,
    kind,
    userId,
    tokenHash,
    passwordHash: null,
    name: null,
    signedInAt: null,
    sessionEpoch: null,
    ...carried,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_SECONDS[kind] * 1_000),
    usedAt: null,
  };
}

/** Whether its secret still works. */
export function isUsable(link: Link, now: Date): boolean {
  return link.usedAt === null && link.expiresAt > now;
}
