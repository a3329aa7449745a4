import { authActRecordedV1 } from '@concert/contracts/auth/events';
import type { Role } from '@concert/contracts/core/roles';
import type { UserId } from '@concert/contracts/core/ids';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';
import { withChange, endEverySession, isConfiguredAdmin, type User } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';

/** Gives somebody another role. */
export class ChangeRole {
  constructor(
    private readonly users: MongoUsers,
    private readonly sessions: MongoSessions,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly adminEmailKey: string | undefined,
  ) {}

  /**
   * Every session of that person ends, so that nothing continues under the old role. The same role again changes nothing.
   * @param changedBy an admin, or `operator` for the command line
   * @param from the role that whoever changes it has read
   * @throws DomainError `auth.user_not_found`, `auth.last_admin`, `auth.role_changed` when it is another one by now
   */
  async change(userId: UserId, role: Role, changedBy: UserId | 'operator', from?: Role): Promise<User> {
    const user = await this.transactions.run(async (transaction) => {
      const before = await this.users.byId(userId, transaction);
      if (!before) throw new DomainError('auth.user_not_found');
      if (from !== undefined && before.role !== from) throw new DomainError('auth.role_changed');
      if (before.role === role) return before;
      if (isConfiguredAdmin(before, this.adminEmailKey))
        throw new DomainError('auth.last_admin', { detail: 'This address is the admin that the site is set up with' });
      // The count was taken before, so it includes this account, if it is verified.
      if (before.role === 'admin' && before.emailVerifiedAt && (await this.users.countAdmins(this.adminEmailKey, transaction)) < 2)
        throw new DomainError('auth.last_admin');
      const after = withChange(before, { ...endEverySession(before), role, roleSince: this.clock.now() });
      await this.users.replace(after, transaction);
      await this.sessions.endAllOf(userId, transaction);
      await this.outbox.recordAct(transaction, authActRecordedV1, userId, after.version, changedBy, {
        act: 'role.changed',
        subject: { kind: 'user', id: userId },
        detail: { from: before.role, to: role },
      });
      return after;
    });
    this.log.info('a role was changed', { userId, state: role, outcome: 'role_changed' });
    return user;
  }
}
