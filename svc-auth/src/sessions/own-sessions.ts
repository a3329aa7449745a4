import type { OwnSessionView } from '@concert/contracts/auth/own-sessions';
import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import type { UserId } from '@concert/contracts/core/ids';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { SessionRule } from './session-rule.ts';
import type { Session } from './session.ts';
import type { MongoSessions } from './mongo-sessions.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import { withChange, endEverySession, type User } from '../users/user.ts';
import type { OpenedSession, OpenSession } from './open-session.ts';

/** The sessions of a person: lists them, and ends them on every device at once. */
export class OwnSessions {
  constructor(
    private readonly sessions: MongoSessions,
    private readonly users: MongoUsers,
    private readonly rule: SessionRule,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
    private readonly openSession: OpenSession,
  ) {}

  /** Those that still count for something: the one that asks first, then the last used first. */
  async list(who: Identity): Promise<OwnSessionView[]> {
    const [user, sessions] = await Promise.all([this.users.byId(who.userId), this.sessions.ofUser(who.userId)]);
    const now = this.clock.now();
    const current = ({ id }: Session) => Number(id === who.sessionId);
    return sessions
      .filter((session) => user && this.rule.stateOf(session, user, now) !== 'ended')
      .toSorted((a, b) => current(b) - current(a) || b.lastUsedAt.getTime() - a.lastUsedAt.getTime())
      .map((session) => ({
        sessionId: session.id,
        device: session.device,
        openedAt: session.openedAt.toISOString(),
        lastUsedAt: session.lastUsedAt.toISOString(),
        current: session.id === who.sessionId,
      }));
  }

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
