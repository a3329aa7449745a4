import type { AuditEntry } from '@concert/contracts/core/audit-entry';
import type { Caller } from '@concert/contracts/core/route';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { AuditRepository } from './audit.repository.ts';

/** Stores an audit entry in the transaction of the action: there is no action without its entry and no entry without its action. */
export class AuditLog {
  constructor(private readonly audit: AuditRepository) {}

  /**
   * Appends one entry to the chain. Appends wait for each other. That delays no sale, because these actions are rare.
   * @param owner the service in which it was done
   */
  async record(transaction: ClientSession, act: AuditEntry, owner: Caller = 'svc-booking'): Promise<void> {
    await this.audit.append(act, owner, transaction);
  }
}
