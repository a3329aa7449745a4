import { REPORT_CATEGORIES, REPORT_STATUSES, type reportRoutes, type ReportRow } from '@concert/contracts/booking/reports';
import type { CallOf } from '@concert/contracts/core/route';
import type { Identity } from '@concert/contracts/core/identity';
import type { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { searchTermsOf } from '../search-words/booking-words.ts';
import type { MongoReport } from './mongo-report.ts';
import { cursorOf, positionOf } from './report-cursor.ts';
import { pageOf } from './report-page.ts';

type ListQuestion = Omit<CallOf<typeof reportRoutes.getBookings>['body'], 'email'>;

/** Bookings and complimentary entries, a page at a time. */
export class ListReport {
  constructor(
    private readonly report: MongoReport,
    private readonly named: NamedPeopleLimit,
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
}
