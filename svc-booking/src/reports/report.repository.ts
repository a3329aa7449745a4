import type { ReportCategory, ReportRow, ReportSort, ReportStatus } from '@concert/contracts/booking/reports';
import { token } from '@concert/service-kit/process/provide';
import type { Figures } from './report.ts';

export const REPORT = token<ReportRepository>('ReportRepository');

/** Where a page begins: after the row with this id and this value in the sorted column. */
export interface ReportPosition {
  readonly value: string | number;
  readonly id: string;
}

export interface ReportQuestion {
  readonly statuses: readonly ReportStatus[];
  readonly categories: readonly ReportCategory[];
  /** Each has to be a prefix of one of the row's words. */
  readonly words: readonly string[];
  /** The provider's ids of the payment; each has to be a prefix of one of the row's. */
  readonly providerIds: readonly string[];
  readonly sort: ReportSort;
  readonly after?: ReportPosition;
  readonly limit: number;
}

export interface PlacedRow {
  readonly row: Omit<ReportRow, 'cursor'>;
  readonly position: ReportPosition;
}

/** Reads the report's data. */
export interface ReportRepository {
  page(question: ReportQuestion): Promise<PlacedRow[]>;
  /** All figures, from one snapshot. */
  figures(now: Date, timeZone: string): Promise<Figures>;
}
