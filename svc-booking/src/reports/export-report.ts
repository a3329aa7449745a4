import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { AuditLog } from '../audit-log/audit-log.ts';
import type { ExcelExports, RunningExport } from './excel-exports.ts';

/** Exports bookings as a file, and writes an audit entry about who did it. */
export class ExportReport {
  constructor(
    private readonly exports: ExcelExports,
    private readonly audit: AuditLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @param ids of those to export; all without it
   * @throws DomainError `booking.export_busy`, `booking.export_failed`
   */
  async start(who: Identity, ids?: readonly string[]): Promise<RunningExport> {
    const running = await this.exports.start(ids);
    try {
      const act = { act: 'report.exported', subject: { kind: 'report', id: 'bookings' }, detail: { rows: running.rows } } as const;
      await this.transactions.run((transaction) => this.audit.record(transaction, who.userId, this.clock.now(), act));
      return running;
    } catch (error) {
      running.stream.destroy();
      throw error;
    }
  }
}
