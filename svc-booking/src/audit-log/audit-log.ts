import type { AuditEntry } from '@concert/contracts/core/audit-entry';
import type { Caller } from '@concert/contracts/core/route';
import type { ClientSession } from '@concert/service-kit/mongo';
import type { AuditRepository } from './audit.repository.ts';

/** Keeps what the organisers' side did, in the transaction of the act: no act without its entry, no entry without its act. */
export class AuditLog {
  constructor(private readonly audit: AuditRepository) {}

  /**
   * Adds one act at the end of the chain. Acts are rare beside sales, so that they wait for each other costs nobody a seat.
   * @param owner the service that did it
   */
  async record(transaction: ClientSession, act: AuditEntry, owner: Caller = 'svc-booking'): Promise<void> {
    await this.audit.append(act, owner, transaction);
  }
}
