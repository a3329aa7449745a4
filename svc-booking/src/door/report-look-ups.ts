import type { LookUp } from '@concert/contracts/booking/door';
import type { Identity } from '@concert/contracts/core/identity';
import { newAuditEntry } from '@concert/service-kit/audit-entries';
import type { Clock } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import type { Inbox } from '@concert/service-kit/inbox';
import type { Transactions } from '@concert/service-kit/mongo';
import type { WindowCounts } from '@concert/service-kit/window-counts';
import type { AuditLog } from '../audit-log/audit-log.ts';

/** How often one person may report within an hour. A device that is refused keeps its look-ups, and reports many at once later. */
export const REPORTS_PER_HOUR = 60;
const HOUR_MS = 3_600_000;
const PURPOSE = 'report-look-ups';

/** Writes down who looked for whom in the name list of a device, also what happened without network. */
export class ReportLookUps {
  constructor(
    private readonly audit: AuditLog,
    private readonly transactions: Transactions,
    private readonly inbox: Inbox,
    private readonly counts: WindowCounts,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes one entry for all look-ups that were not reported before. Entries wait for each other, so one for each look-up would let a
   * helper keep every other act waiting.
   * @returns how many look-ups were reported, those known already among them
   * @throws DomainError `request.too_many`
   */
  async report(lookUps: readonly LookUp[], who: Identity): Promise<number> {
    const { count } = await this.counts.add(`look-ups ${who.userId}`, HOUR_MS);
    if (count > REPORTS_PER_HOUR) throw new DomainError('request.too_many');
    const byId = new Map(lookUps.map((lookUp) => [lookUp.lookUpId, lookUp]));
    await this.transactions.run(async (transaction) => {
      const known = await this.inbox.noteAll(PURPOSE, [...byId.keys()], transaction);
      const fresh = [...byId.values()].filter(({ lookUpId }) => !known.has(lookUpId));
      const [first] = fresh;
      if (!first) return;
      const shown = new Set(fresh.flatMap((lookUp) => lookUp.shown));
      const detail = {
        count: fresh.length,
        by: [...new Set(fresh.map(({ by }) => by))].join(' '),
        found: shown.size,
        shown: [...shown].join(' '),
        lookedAt: first.lookedAt,
        door: first.door,
      };
      await this.audit.record(
        transaction,
        newAuditEntry(who.userId, this.clock.now(), {
          act: 'names.looked-up',
          subject: { kind: 'look-up', id: first.lookUpId },
          detail,
        }),
      );
    });
    return lookUps.length;
  }
}
