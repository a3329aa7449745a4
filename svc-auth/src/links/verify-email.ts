import { accountVerifiedV1 } from '@concert/contracts/auth/events';
import type { Clock } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import type { Log } from '@concert/service-kit/log';
import type { Transactions } from '@concert/service-kit/mongo';
import type { Outbox } from '@concert/service-kit/outbox';
import type { Secrets } from '../sessions/secrets.codec.ts';
import { changed } from '../users/user.ts';
import type { UsersRepository } from '../users/users.repository.ts';
import { isUsable } from './link.ts';
import type { LinksRepository } from './links.repository.ts';

/** Proves an address with the secret of its mail. */
export class VerifyEmail {
  constructor(
    private readonly links: LinksRepository,
    private readonly users: UsersRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * An account that is verified keeps its password, whatever the link carries. The link that verified it may be opened again.
   * @returns `already` when there was nothing left to do
   * @throws DomainError `auth.link_expired`
   */
  async verify(token: string): Promise<'verified' | 'already'> {
    return this.transactions.run(async (transaction) => {
      const link = await this.links.byTokenHash(this.secrets.hash(token), transaction);
      const user = link && (await this.users.byId(link.userId, transaction));
      if (!link || !user || link.kind !== 'verification') throw new DomainError('auth.link_expired');
      const now = this.clock.now();
      if (user.emailVerifiedAt && (link.usedAt || isUsable(link, now))) return 'already';
      if (!isUsable(link, now) || !(await this.links.use(link.id, now, transaction))) throw new DomainError('auth.link_expired');
      const verified = changed(user, { emailVerifiedAt: now, passwordHash: link.passwordHash ?? user.passwordHash, name: link.name ?? user.name });
      await this.users.replace(verified, transaction);
      await this.links.endAllOf(user.id, ['verification'], transaction);
      await this.outbox.record(transaction, [this.outbox.fact(accountVerifiedV1, user.id, verified.version, { userId: user.id, email: verified.email, name: verified.name })]);
      this.log.info('an address was verified', { userId: user.id, outcome: 'verified' });
      return 'verified';
    });
  }
}
