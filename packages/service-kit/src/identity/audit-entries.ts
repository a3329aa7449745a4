import type { AuditEntry, AuditedAct } from '@concert/contracts/core/audit-entry';
import type { UserId } from '@concert/contracts/core/ids';
import { currentContext } from '../process/context.ts';

/** What somebody did; who, when and from where are added by {@link newAuditEntry}. */
export type AuditedAction = Pick<AuditEntry, 'subject'> & Partial<Pick<AuditEntry, 'bookingId' | 'detail'>> & { readonly act: AuditedAct };

/** An action as the audit log keeps it, with the current request's network address. `actor`: `operator` for the command line */
export function newAuditEntry(actor: UserId | 'operator', at: Date, action: AuditedAction): AuditEntry {
  const from = currentContext()?.clientAddress;
  return { actor, at: at.toISOString(), detail: {}, ...action, ...(from === undefined ? {} : { from }) };
}
