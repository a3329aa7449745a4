import { REPORT_CATEGORIES, REPORT_STATUSES, type Report, type reportRoutes, type ReportRow } from '@concert/contracts/booking/reports';
import type { Identity } from '@concert/contracts/core/identity';
import type { CallOf } from '@concert/contracts/core/route';
import type { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { AuditLog } from '../audit-log/audit-log.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { searchTermsOf } from '../search-words/booking-words.ts';
import { excelReport } from './excel-report.ts';
import type { MongoReport } from './mongo-report.ts';
import { cursorOf, positionOf } from './report-cursor.ts';
import { pageOf } from './report-page.ts';
import { reportOf } from './report.ts';

type ListQuestion = Omit<CallOf<typeof reportRoutes.getBookings>['body'], 'email'>;

/** Files that one service writes at a time. */
const AT_ONCE = 2;

/** What organisers read of all bookings and complimentary entries: pages of the list, the totals, and the file. */
export class Reports {
  private reading: Promise<Report> | undefined;
  private writing = 0;

  constructor(
    private readonly report: MongoReport,
    private readonly concert: MongoConcert,
    private readonly named: NamedPeopleLimit,
    private readonly audit: AuditLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError `request.invalid` for a cursor of another sort order, or one that this list did not issue, `request.sign_in_again` for
   *   too many people without a fresh proof
   */
  async list(
    { search = '', status = [...REPORT_STATUSES], seating = [...REPORT_CATEGORIES], sort, limit, cursor }: ListQuestion,
    who: Identity,
  ): Promise<ReportRow[]> {
    const after = cursor === undefined ? undefined : positionOf(cursor, sort);
    const { words, providerIds } = searchTermsOf(search);
    // A search of signs alone, which no word begins with, finds nothing instead of everything.
    if (search.trim() !== '' && words.length + providerIds.length === 0) return [];
    const found = pageOf(await this.report.rows(), {
      statuses: status,
      categories: seating,
      words,
      ...(providerIds.length > 0 ? { ids: await this.report.paidUnder(providerIds) } : {}),
      sort,
      limit,
      ...(after ? { after } : {}),
    });
    await this.named.note(
      who,
      found.map(({ row }) => row.id),
    );
    return found.map(({ row, position }) => ({ ...row, cursor: cursorOf(sort, position) }));
  }

  /** The totals. Concurrent reads share one query. */
  totals(): Promise<Report> {
    this.reading ??= this.addUp().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async addUp(): Promise<Report> {
    const { timeZone } = await this.concert.current();
    return reportOf(await this.report.figures(this.clock.now(), timeZone), timeZone);
  }

  /**
   * Writes the file, and an audit entry about who did it.
   * @param ids of the bookings and entries to export; all without it
   * @throws DomainError `booking.export_busy` while others are being written
   */
  async write(who: Identity, ids?: readonly string[]): Promise<Buffer> {
    if (this.writing >= AT_ONCE) throw new DomainError('booking.export_busy');
    this.writing += 1;
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
      this.writing -= 1;
    }
  }
}
