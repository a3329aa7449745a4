import { authActRecordedV1 } from '@concert/contracts/auth/events';
import { newAuditEntry } from '@concert/service-kit/audit-entries';
import type { Clock } from '@concert/service-kit/clock';
import type { Log } from '@concert/service-kit/log';
import type { Transactions } from '@concert/service-kit/mongo';
import type { Outbox } from '@concert/service-kit/outbox';
import type { LinksRepository } from '../links/links.repository.ts';
import type { RequestMail } from '../links/request-mail.ts';
import type { PasskeysRepository } from '../passkeys/passkeys.repository.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import { changed, everySessionEnded } from '../users/user.ts';
import type { UsersRepository } from '../users/users.repository.ts';
import type { RecoveriesRepository } from './recoveries.repository.ts';
import type { Recovery } from './recovery.ts';

const MAX_AT_ONCE = 50;

/** Removes the passkeys of those whose recovery is due. The next sign-in of such a person registers a new one. */
export class CarryOutRecoveries {
  constructor(
    private readonly recoveries: RecoveriesRepository,
    private readonly users: UsersRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly sessions: SessionsRepository,
    private readonly links: LinksRepository,
    private readonly requestMail: RequestMail,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async carryOut(): Promise<void> {
    for (const recovery of await this.recoveries.list(MAX_AT_ONCE, this.clock.now())) await this.one(recovery);
  }

  /** Every session ends too: a lost device may have one. */
  private async one({ userId, askedBy }: Recovery): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const before = await this.users.byId(userId, transaction);
      if (!(await this.recoveries.end(userId, transaction)) || !before) return;
      const after = changed(before, everySessionEnded(before));
      await this.users.replace(after, transaction);
      await this.passkeys.removeAllOf(userId, transaction);
      await this.sessions.endAllOf(userId, transaction);
      await this.links.endAllOf(userId, ['passkey-recovery', 'handoff'], transaction);
      await this.requestMail.request('passkeys-removed', after, transaction);
      const entry = newAuditEntry(askedBy, this.clock.now(), { act: 'passkey-recovery.done', subject: { kind: 'user', id: userId } });
      await this.outbox.record(transaction, [this.outbox.fact(authActRecordedV1, userId, after.version, entry)]);
    });
    this.log.info('passkeys were removed by a recovery', { userId, outcome: 'passkeys_removed' });
  }
}
