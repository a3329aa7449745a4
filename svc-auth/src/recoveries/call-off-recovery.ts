import { authActRecordedV1 } from '@concert/contracts/auth/events';
import type { UserId } from '@concert/contracts/core/ids';
import { newAuditEntry } from '@concert/service-kit/audit-entries';
import type { Clock } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import type { ClientSession, Transactions } from '@concert/service-kit/mongo';
import type { Outbox } from '@concert/service-kit/outbox';
import { isUsable } from '../links/link.ts';
import type { LinksRepository } from '../links/links.repository.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';
import type { UsersRepository } from '../users/users.repository.ts';
import type { RecoveriesRepository } from './recoveries.repository.ts';

/** Calls a recovery off: the passkeys stay. */
export class CallOffRecovery {
  constructor(
    private readonly recoveries: RecoveriesRepository,
    private readonly users: UsersRepository,
    private readonly links: LinksRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * @param admin any, also the one who asked
   * @throws DomainError `auth.recovery_not_found`
   */
  async byAdmin(userId: UserId, admin: UserId): Promise<void> {
    await this.transactions.run(async (transaction) => {
      if (!(await this.callOff(userId, admin, transaction))) throw new DomainError('auth.recovery_not_found');
    });
  }

  /** With the secret of the mail that told of it. @throws DomainError `auth.link_expired` */
  async byLink(token: string): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const link = await this.links.byTokenHash(this.secrets.hash(token), transaction);
      if (!link || link.kind !== 'passkey-recovery' || !isUsable(link, this.clock.now())) throw new DomainError('auth.link_expired');
      if (!(await this.callOff(link.userId, link.userId, transaction))) throw new DomainError('auth.link_expired');
    });
  }

  private async callOff(userId: UserId, by: UserId, transaction: ClientSession): Promise<boolean> {
    if (!(await this.recoveries.end(userId, transaction))) return false;
    await this.links.endAllOf(userId, ['passkey-recovery'], transaction);
    const user = await this.users.byId(userId, transaction);
    const entry = newAuditEntry(by, this.clock.now(), { act: 'passkey-recovery.called-off', subject: { kind: 'user', id: userId } });
    await this.outbox.record(transaction, [this.outbox.fact(authActRecordedV1, userId, user?.version ?? 1, entry)]);
    return true;
  }
}
