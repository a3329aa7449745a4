import { HELPER_HOURS, HELPER_LINK_OPEN_MINUTES } from '@concert/contracts/auth/helper-links';
import type { Identity } from '@concert/contracts/core/identity';
import type { SessionId, UserId } from '@concert/contracts/core/ids';

/** Somebody who lets people in for one evening without an account: one link, and the one session it was opened for. */
export interface HelperLink {
  /** Who they act as. No account has this id. */
  readonly id: UserId;
  /** By which the organiser knows them. */
  readonly name: string;
  readonly madeBy: UserId;
  readonly madeAt: Date;
  /** All that is stored of the link's secret; null once it was opened. */
  readonly tokenHash: string | null;
  /** Until when it can be opened, and then until when its session counts. */
  readonly liveUntil: Date;
  readonly endsAt: Date;
  /** The session; null until the link is opened. */
  readonly opened: OpenedLink | null;
}

/** The session that a link was opened for. */
export interface OpenedLink {
  readonly sessionId: SessionId;
  /** All that is stored of the secret in its cookie. */
  readonly secretHash: string;
  readonly at: Date;
  /** Which browser on which system, in words. */
  readonly device: string;
}

/** A helper whose link is not opened yet. */
export function newHelperLink(id: UserId, name: string, madeBy: UserId, tokenHash: string, now: Date): HelperLink {
  return {
    id,
    name,
    madeBy,
    madeAt: now,
    tokenHash,
    liveUntil: new Date(now.getTime() + HELPER_LINK_OPEN_MINUTES * 60_000),
    endsAt: new Date(now.getTime() + HELPER_HOURS * 3_600_000),
    opened: null,
  };
}

/** Who a helper's session stands for; null once it has ended. */
export function identityOf(helper: HelperLink, now: Date): Identity | null {
  if (!helper.opened || helper.liveUntil <= now) return null;
  return {
    userId: helper.id,
    email: '',
    name: helper.name,
    role: 'door',
    sessionId: helper.opened.sessionId,
    signedInAt: helper.opened.at.toISOString(),
    helperUntil: helper.endsAt.toISOString(),
  };
}
