import {
  REPORT_CATEGORIES,
  REPORT_SORTS,
  REPORT_STATUSES,
  type ReportCategory,
  type ReportCell,
  type ReportSort,
  type ReportStatus,
} from '@concert/contracts/booking/reports';

/** The search and the filters of the list, as they stand in the address. */
export interface ReportQuery {
  readonly search: string;
  readonly seating: ReportCategory | '';
  readonly status: ReportStatus | '';
  readonly sort: ReportSort;
}

function known<T extends string>(values: readonly T[], value: string | null): T | undefined {
  return values.find((candidate) => candidate === value);
}

/** Reads the address; what it does not know is ignored. */
export function questionFromQuery(query: URLSearchParams): ReportQuery {
  return {
    search: (query.get('search') ?? '').trim().slice(0, 200),
    seating: known(REPORT_CATEGORIES, query.get('seating')) ?? '',
    status: known(REPORT_STATUSES, query.get('status')) ?? '',
    sort: known(REPORT_SORTS, query.get('sort')) ?? '-created',
  };
}

export function isUnfiltered({ search, seating, status }: ReportQuery): boolean {
  return search === '' && seating === '' && status === '';
}

/** How many rows there are for a question without a search. */
export function rowsIn(cells: readonly ReportCell[], { seating, status }: ReportQuery): number {
  return cells
    .filter((cell) => (seating === '' || cell.category === seating) && (status === '' || cell.status === status))
    .reduce((sum, { bookings }) => sum + bookings, 0);
}
