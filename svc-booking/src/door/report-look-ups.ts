import type { LookUp } from '@concert/contracts/booking/door';
import type { Identity } from '@concert/contracts/core/identity';
import { newAuditEntry } from '@concert/service-kit/audit-entries';
import type { Clock } from '@concert/service-kit/clock';
import type { Transactions } from '@concert/service-kit/mongo';
import type { AuditLog } from '../audit-log/audit-log.ts';

/** Writes down who looked for whom in the name list of a device, also what happened without network. */
export class ReportLookUps {
  constructor(
    private readonly audit: AuditLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @returns how many were written down */
  async report(lookUps: readonly LookUp[], who: Identity): Promise<number> {
    const now = this.clock.now();
    await this.transactions.run(async (transaction) => {
      for (const { lookUpId, by, shown, lookedAt, door } of lookUps) {
        const detail = { by, found: shown.length, shown: shown.join(' '), lookedAt, door };
        await this.audit.record(
          transaction,
          newAuditEntry(who.userId, now, { act: 'names.looked-up', subject: { kind: 'look-up', id: lookUpId }, detail }),
        );
      }
    });
    return lookUps.length;
  }
}
