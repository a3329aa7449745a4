import {
  REPORT_CATEGORIES,
  REPORT_STATUSES,
  type ReportCategory,
  type ReportRow,
  type ReportSort,
  type ReportStatus,
} from '@concert/contracts/booking/reports';
import type { Identity } from '@concert/contracts/core/identity';
import { HOUR_MS } from '@concert/contracts/core/durations';
import type { Clock } from '@concert/service-kit/process/clock';
import { assertFreshSignIn } from '@concert/service-kit/identity/fresh-sign-in';
import type { WindowCounts } from '@concert/service-kit/store/window-counts';
import { searchTermsOf } from '../search-words/booking-words.ts';
import { cursorOf, positionOf } from './report-cursor.ts';
import type { MongoReportPage } from './mongo-report-page.ts';

/**
 * Rows one person reads within an hour without a fresh proof: ten screens of the report. Who takes them all, as the export does, proves who
 * they are as the export asks.
 */
export const MAX_ROWS_WITHOUT_PROOF = 500;

export interface ListQuestion {
  readonly search?: string | undefined;
  readonly status?: readonly ReportStatus[] | undefined;
  readonly seating?: readonly ReportCategory[] | undefined;
  readonly sort: ReportSort;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Bookings and complimentary entries, a page at a time. */
export class ListReport {
  constructor(
    private readonly page: MongoReportPage,
    private readonly counts: WindowCounts,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError `request.invalid` for a cursor of another sort order, or one that this list did not issue, `request.sign_in_again` for
   *   more than {@link ROWS_WITHOUT_PROOF} rows in an hour
   */
  async list(
    { search = '', status = REPORT_STATUSES, seating = REPORT_CATEGORIES, sort, limit, cursor }: ListQuestion,
    who: Identity,
  ): Promise<ReportRow[]> {
    const after = cursor === undefined ? undefined : positionOf(cursor, sort);
    const { words, providerIds } = searchTermsOf(search);
    // A search of signs alone, which no word begins with, finds nothing instead of everything.
    if (search.trim() !== '' && words.length + providerIds.length === 0) return [];
    const found = await this.page.of({
      statuses: status,
      categories: seating,
      words,
      providerIds,
      sort,
      limit,
      ...(after ? { after } : {}),
    });
    const { count } = await this.counts.add(`report rows ${who.userId}`, HOUR_MS, undefined, found.length);
    if (count > MAX_ROWS_WITHOUT_PROOF) assertFreshSignIn(who, this.clock.now());
    return found.map(({ row, position }) => ({ ...row, cursor: cursorOf(sort, position) }));
  }
}
