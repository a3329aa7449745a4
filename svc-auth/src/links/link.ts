import { SIGN_IN_CODE_SECONDS } from '@concert/contracts/auth/account-rules';
import { ACCOUNT_MAILS } from '@concert/contracts/auth/account-mails';
import { isWithin } from '@concert/contracts/core/durations';
import type { SessionId, UserId } from '@concert/contracts/core/ids';

const HOUR_SECONDS = 3_600;

export const LINK_KINDS = [...ACCOUNT_MAILS, 'handoff'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** How long each single-use secret works, in seconds. */
const SECRET_SECONDS: Readonly<Partial<Record<LinkKind, number>>> = {
  verification: 24 * HOUR_SECONDS,
  'password-reset': HOUR_SECONDS,
  'sign-in-code': SIGN_IN_CODE_SECONDS,
  handoff: 300,
};

/** Mails about an account that carry no secret. */
export const MAILS_WITHOUT_LINK: ReadonlySet<string> = new Set(ACCOUNT_MAILS.filter((kind) => !(kind in SECRET_SECONDS)));

/** How long a secret works, in seconds. A mail without one may be sent for a day. */
export const lifetimeSeconds = (kind: LinkKind): number => SECRET_SECONDS[kind] ?? 24 * HOUR_SECONDS;

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
  /** For a handoff code: what the new session takes over from the one it was made in, and which that is. The link of a sign-in code has the epoch only. */
  readonly signedInAt: Date | null;
  readonly passkeyAt: Date | null;
  readonly sessionId: SessionId | null;
  readonly sessionEpoch: number | null;
  /** For a mail about a sign-in: which browser on which system. */
  readonly device: string | null;
  /** Where somebody was going who asked for this mail. */
  readonly nav: string | null;
  /** For a sign-in code: the hash of the secret of the browser that asked, and each code that was tried there, as a hash with that secret. */
  readonly requestHash: string | null;
  readonly tried: readonly string[];
  /** What it took of the allowances of mails. */
  readonly spent: readonly string[];
  /** For a mail that tells organisers what one of them did: who did what. */
  readonly act: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

/** What the mail of a link may carry besides. */
export type ExtraLinkField = 'passwordHash' | 'name' | 'sessionEpoch' | 'device' | 'act' | 'nav' | 'requestHash' | 'spent' | 'expiresAt';

/** A new link. */
export function newLink(
  id: string,
  kind: LinkKind,
  userId: UserId,
  tokenHash: string | null,
  now: Date,
  carried: Partial<Pick<Link, ExtraLinkField | 'signedInAt' | 'passkeyAt' | 'sessionId'>> = {},
): Link {
  return {
    id,
    kind,
    userId,
    tokenHash,
    passwordHash: null,
    name: null,
    signedInAt: null,
    passkeyAt: null,
    sessionId: null,
    sessionEpoch: null,
    device: null,
    nav: null,
    requestHash: null,
    tried: [],
    spent: [],
    act: null,
    expiresAt: new Date(now.getTime() + lifetimeSeconds(kind) * 1_000),
    ...carried,
    createdAt: now,
    usedAt: null,
  };
}

/** Links that end when the password or the owner of an account changes. */
export const LINKS_ENDED_BY_PASSWORD_CHANGE: readonly LinkKind[] = ['verification', 'password-reset', 'sign-in-code', 'handoff'];

/** Whether its secret still works. */
export function isUsable(link: Link, now: Date): boolean {
  return link.usedAt === null && link.expiresAt > now;
}

/** How long the answer to the use of a code is given again, in seconds: longer than anybody waits for an answer. */
const ANSWERED_AGAIN_SECONDS = 60;

/** Whether a link was used so short a time ago that its answer may have been lost. */
export function wasJustUsed({ usedAt }: Link, now: Date): boolean {
  return usedAt !== null && isWithin(usedAt, ANSWERED_AGAIN_SECONDS * 1_000, now);
}
