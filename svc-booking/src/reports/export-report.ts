import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { AuditLog } from '../audit-log/audit-log.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { excelReport } from './excel-report.ts';
import type { MongoReport } from './mongo-report.ts';

/** Files that one service writes at a time. */
const AT_ONCE = 2;

/** Exports bookings as a file, and writes an audit entry about who did it. */
export class ExportReport {
  private running = 0;

  constructor(
    private readonly report: Pick<MongoReport, 'rows'>,
    private readonly concert: MongoConcert,
    private readonly audit: AuditLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @param ids of those to export; all without it
   * @throws DomainError `booking.export_busy` while others are being written
   */
  async write(who: Identity, ids?: readonly string[]): Promise<Buffer> {
    if (this.running >= AT_ONCE) throw new DomainError('booking.export_busy');
    this.running += 1;
    try {
      const all = (await this.report.rows()).map(({ row }) => row);
      const rows = ids ? all.filter(({ id }) => ids.includes(id)) : all;
      const { timeZone } = await this.concert.current();
      const writtenAt = this.clock.now();
      const file = await excelReport({ rows, timeZone, writtenAt });
      const act = { act: 'report.exported', subject: { kind: 'report', id: 'bookings' }, detail: { rows: rows.length } } as const;
      await this.transactions.run((transaction) => this.audit.record(transaction, who.userId, writtenAt, act));
      return file;
    } finally {
      this.running -= 1;
    }
  }
}
