import type { OwnSessionView } from '@concert/contracts/auth/own-sessions';
import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import type { SessionRule } from '../sessions/session-rule.ts';
import type { Session } from '../sessions/session.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';
import type { MongoUsers } from '../users/mongo-users.ts';

/** Lists somebody's own sessions. */
export class ListSessions {
  constructor(
    private readonly sessions: MongoSessions,
    private readonly users: MongoUsers,
    private readonly rule: SessionRule,
    private readonly clock: Clock,
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
}
