import type { Identity } from '@concert/contracts/core/identity';
import type { UserId } from '@concert/contracts/core/ids';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import { withChange, endEverySession, type User } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import type { MongoSessions } from './mongo-sessions.ts';
import type { OpenedSession, OpenSession } from './open-session.ts';

/** Ends every session of a person, on every device, at once. */
export class SignOutEverywhere {
  constructor(
    private readonly users: MongoUsers,
    private readonly sessions: MongoSessions,
    private readonly transactions: Transactions,
    private readonly openSession: OpenSession,
  ) {}

  /** @returns the account afterwards, if there is one */
  async signOut(userId: UserId): Promise<User | undefined> {
    return this.transactions.run(async (transaction) => {
      const user = await this.users.byId(userId, transaction);
      if (!user) return undefined;
      const after = withChange(user, endEverySession(user));
      await this.users.replace(after, transaction);
      await this.sessions.endAllOf(userId, transaction);
      return after;
    });
  }

  /**
   * Ends all but the one that asks. A new session takes its place, so that a sign-in that is under way elsewhere, or a secret that was
   * stolen, ends too.
   * @throws DomainError `request.session_required` when the account is gone
   */
  async signOutOthers(who: Identity): Promise<OpenedSession> {
    const user = await this.signOut(who.userId);
    if (!user) throw new DomainError('request.session_required');
    return this.openSession.openLast(user, who);
  }
}
