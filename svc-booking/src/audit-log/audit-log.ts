import type { AuditEntry } from '@concert/contracts/core/audit-entry';
import type { UserId } from '@concert/contracts/core/ids';
import type { Caller } from '@concert/contracts/core/route';
import { newAuditEntry, type AuditedAction } from '@concert/service-kit/identity/audit-entries';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { MongoAudit } from './mongo-audit.ts';

/** Stores an audit entry in the transaction of the action: there is no action without its entry and no entry without its action. */
export class AuditLog {
  constructor(private readonly audit: MongoAudit) {}

  /** Appends what somebody did here. */
  record(transaction: ClientSession, by: UserId, at: Date, action: AuditedAction): Promise<void> {
    return this.append(transaction, newAuditEntry(by, at, action), 'svc-booking');
  }

  /** Appends to the chain; appends wait for each other, which delays no sale. `owner`: the service in which it was done */
  append(transaction: ClientSession, act: AuditEntry, owner: Caller): Promise<void> {
    return this.audit.append(act, owner, transaction);
  }
}
