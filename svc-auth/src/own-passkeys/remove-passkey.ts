import { authActRecordedV1 } from '@concert/contracts/auth/events';
import type { Identity } from '@concert/contracts/core/identity';
import type { PasskeyId } from '@concert/contracts/core/ids';
import { roleIncludes } from '@concert/contracts/core/roles';
import { newAuditEntry } from '@concert/service-kit/identity/audit-entries';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { PasskeyRule } from '../passkeys/passkey-rule.ts';
import type { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import { withChange } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';

/** Forgets a passkey of the signed-in person. */
export class RemovePasskey {
  constructor(
    private readonly passkeys: MongoPasskeys,
    private readonly users: MongoUsers,
    private readonly rule: PasskeyRule,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Who may not be without keeps the last one: else the next sign-in, also a stranger's with the password, would register a new one.
   * @throws DomainError `auth.passkey_not_found`, `auth.last_passkey`
   */
  async remove(who: Identity, passkeyId: PasskeyId): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const before = await this.users.byId(who.userId, transaction);
      const own = await this.passkeys.ofUser(who.userId, transaction);
      if (!before || !own.some(({ id }) => id === passkeyId)) throw new DomainError('auth.passkey_not_found');
      if (own.length === 1 && this.rule.needs(who.role)) throw new DomainError('auth.last_passkey');
      // Two that are removed at one moment meet at the account, so that one of them is seen to be the last.
      const after = withChange(before, {});
      await this.users.replace(after, transaction);
      await this.passkeys.remove(passkeyId, transaction);
      if (!roleIncludes(who.role, 'organiser')) return;
      const entry = newAuditEntry(who.userId, this.clock.now(), { act: 'passkey.removed', subject: { kind: 'passkey', id: passkeyId } });
      await this.outbox.record(transaction, [this.outbox.fact(authActRecordedV1, who.userId, after.version, entry)]);
    });
  }
}
