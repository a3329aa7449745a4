import type { ReportCategory, ReportRow, ReportSort, ReportStatus } from '@concert/contracts/booking/reports';
import { token } from '@concert/service-kit/provide';
import type { Figures } from './report.ts';

export const REPORT = token<ReportRepository>('ReportRepository');

/** Where a page begins: after the row that has this value in the column the list is sorted by, and this id. */
export interface ReportPosition {
  readonly value: string | number;
  readonly id: string;
}

export interface ReportQuestion {
  readonly statuses: readonly ReportStatus[];
  readonly categories: readonly ReportCategory[];
  /** Each has to be the beginning of a word of the row. */
  readonly words: readonly string[];
  /** What the payment provider calls the payment; each has to be the beginning of one of the row's. */
  readonly providerIds: readonly string[];
  readonly sort: ReportSort;
  readonly after?: ReportPosition;
  readonly limit: number;
}

export interface PlacedRow {
  readonly row: Omit<ReportRow, 'cursor'>;
  readonly position: ReportPosition;
}

/** What the report reads. */
export interface ReportRepository {
  page(question: ReportQuestion): Promise<PlacedRow[]>;
  /** All figures of one moment. */
  figures(now: Date, timeZone: string): Promise<Figures>;
}
