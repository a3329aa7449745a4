import { authActRecordedV1 } from '@concert/contracts/auth/events';
import type { UserId } from '@concert/contracts/core/ids';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { MongoLinks } from '../links/mongo-links.ts';
import type { RequestMail } from '../links/request-mail.ts';
import type { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';
import { withChange, endEverySession } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';

/** Removes the passkeys of somebody who lost them. The next sign-in of such a person registers a new one. */
export class RemoveLostPasskeys {
  constructor(
    private readonly users: MongoUsers,
    private readonly passkeys: MongoPasskeys,
    private readonly sessions: MongoSessions,
    private readonly links: MongoLinks,
    private readonly requestMail: RequestMail,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly log: Log,
  ) {}

  /**
   * Every session ends too: a lost device may have one. The person is told by mail.
   * @param by another admin, or `operator` at the server
   * @param ids what was asked about; nothing is removed where the person has others by now
   * @throws DomainError `auth.own_passkeys`, `auth.user_not_found`, `auth.no_passkeys`, also where they have others
   */
  async remove(userId: UserId, by: UserId | 'operator', ids?: readonly string[]): Promise<void> {
    if (by === userId) throw new DomainError('auth.own_passkeys');
    await this.transactions.run(async (transaction) => {
      const before = await this.users.byId(userId, transaction);
      if (!before) throw new DomainError('auth.user_not_found');
      const removed = await this.passkeys.ofUser(userId, transaction);
      if (removed.length === 0 || removed.some(({ id }) => ids && !ids.includes(id))) throw new DomainError('auth.no_passkeys');
      const after = withChange(before, endEverySession(before));
      await this.users.replace(after, transaction);
      await this.passkeys.removeAllOf(userId, transaction);
      await this.sessions.endAllOf(userId, transaction);
      await this.links.endAllOf(userId, ['handoff'], transaction);
      await this.requestMail.request('passkeys-removed', after, transaction);
      await this.outbox.recordAct(transaction, authActRecordedV1, userId, after.version, by, {
        act: 'passkeys.removed',
        subject: { kind: 'user', id: userId },
        detail: { count: removed.length },
      });
    });
    this.log.info('lost passkeys were removed', { userId, outcome: 'passkeys_removed' });
  }
}
