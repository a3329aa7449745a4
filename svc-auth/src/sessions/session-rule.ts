import { roleIncludes } from '@concert/contracts/core/roles';
import { HOUR_MS } from '@concert/contracts/core/durations';
import type { PasskeyRule } from '../passkeys/passkey-rule.ts';
import { effectiveRole, type User } from '../users/user.ts';
import { RESTRICTED_SECONDS, type Session } from './session.ts';

/** What a session counts for: for its person, only for the step to a passkey, or for nothing. */
export type SessionState = 'whole' | 'restricted' | 'ended';

/** How long sessions may go unused, in hours. */
export interface IdleHours {
  readonly buyers: number;
  /** Organisers and admins: what can be done in their name is worth more to whoever finds their browser open. */
  readonly organisers: number;
}

/** Decides what a session counts for. Asked at each use, so that a role or a setting counts at once. */
export class SessionRule {
  constructor(
    private readonly passkeys: PasskeyRule,
    private readonly idleHours: IdleHours,
    private readonly adminEmailKey: string | undefined,
  ) {}

  /** A session ends when its time is over, when it goes unused for too long, when its account ends them all, or waits too long for a passkey. */
  stateOf(session: Session, user: User, now: Date): SessionState {
    const role = effectiveRole(user, this.adminEmailKey);
    const { buyers, organisers } = this.idleHours;
    const idleMs = (roleIncludes(role, 'organiser') ? organisers : buyers) * HOUR_MS;
    const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
    // Asked in this way, a session without a note of its use, which a version of before stored, counts as unused.
    const isUsed = session.lastUsedAt > before(idleMs);
    if (session.expiresAt <= now || !isUsed) return 'ended';
    if (session.sessionEpoch !== user.sessionEpoch || user.emailVerifiedAt === null) return 'ended';
    if (!this.passkeys.needs(role) || session.passkeyAt) return 'whole';
    // Also one that began before passkeys were demanded.
    return session.openedAt <= before(RESTRICTED_SECONDS * 1_000) ? 'ended' : 'restricted';
  }
}
