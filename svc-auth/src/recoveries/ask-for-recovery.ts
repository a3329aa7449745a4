import { authActRecordedV1 } from '@concert/contracts/auth/events';
import type { RecoveryView } from '@concert/contracts/auth/passkeys';
import type { Identity } from '@concert/contracts/core/identity';
import type { UserId } from '@concert/contracts/core/ids';
import { newAuditEntry } from '@concert/service-kit/audit-entries';
import type { Clock } from '@concert/service-kit/clock';
import { DomainError, isDuplicateKey } from '@concert/service-kit/errors';
import type { Transactions } from '@concert/service-kit/mongo';
import type { Outbox } from '@concert/service-kit/outbox';
import type { RequestMail } from '../links/request-mail.ts';
import type { PasskeysRepository } from '../passkeys/passkeys.repository.ts';
import type { UsersRepository } from '../users/users.repository.ts';
import type { RecoveriesRepository } from './recoveries.repository.ts';
import type { Recovery } from './recovery.ts';
import { viewOf } from './show-recoveries.ts';

/** An admin asks for the passkeys of somebody else to be removed, after a delay in which the person can object. */
export class AskForRecovery {
  constructor(
    private readonly recoveries: RecoveriesRepository,
    private readonly users: UsersRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly requestMail: RequestMail,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly delayHours: number,
  ) {}

  /** @throws DomainError `auth.own_recovery`, `auth.user_not_found`, `auth.no_passkeys`, `auth.recovery_under_way` */
  async ask(who: Identity, userId: UserId): Promise<RecoveryView> {
    if (who.userId === userId) throw new DomainError('auth.own_recovery');
    try {
      return await this.transactions.run(async (transaction) => {
        const user = await this.users.byId(userId, transaction);
        if (!user) throw new DomainError('auth.user_not_found');
        if ((await this.passkeys.ofUser(userId, transaction)).length === 0) throw new DomainError('auth.no_passkeys');
        if (await this.recoveries.of(userId, transaction)) throw new DomainError('auth.recovery_under_way');
        const askedAt = this.clock.now();
        const dueAt = new Date(askedAt.getTime() + this.delayHours * 3_600_000);
        const recovery: Recovery = { userId, askedBy: who.userId, askedAt, dueAt };
        await this.recoveries.add(recovery, transaction);
        await this.requestMail.request('passkey-recovery', user, transaction, { expiresAt: dueAt });
        const entry = newAuditEntry(who.userId, askedAt, {
          act: 'passkey-recovery.asked',
          subject: { kind: 'user', id: userId },
          detail: { dueAt: dueAt.toISOString() },
        });
        await this.outbox.record(transaction, [this.outbox.fact(authActRecordedV1, userId, user.version, entry)]);
        return viewOf(recovery, user, who.email);
      });
    } catch (error) {
      throw isDuplicateKey(error) ? new DomainError('auth.recovery_under_way', { cause: error }) : error;
    }
  }
}
