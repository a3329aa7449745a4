import type { Identity } from '@concert/contracts/core/identity';
import { DomainError } from '@concert/service-kit/process/errors';
import type { OpenedSession, OpenSession } from '../sessions/open-session.ts';
import type { SignOutEverywhere } from '../sessions/sign-out-everywhere.ts';

/** Ends every session of somebody but the one that asks. */
export class EndOtherSessions {
  constructor(
    private readonly everywhere: SignOutEverywhere,
    private readonly openSession: OpenSession,
  ) {}

  /**
   * A new session takes the place of the one that asks, so that a sign-in that is under way elsewhere, or a secret that was stolen, ends too.
   * @throws DomainError `request.session_required` when the account is gone
   */
  async end(who: Identity): Promise<OpenedSession> {
    const user = await this.everywhere.signOut(who.userId);
    if (!user) throw new DomainError('request.session_required');
    return this.openSession.openLast(user, who);
  }
}
