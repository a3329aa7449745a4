import { fullName } from '@concert/contracts/booking/full-name';
import type { ReportCategory, ReportSort, ReportStatus } from '@concert/contracts/booking/reports';
import { nameSortKey } from '../search-words/booking-words.ts';
import type { ListedRow, Row } from './report-rows.ts';

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
  /** Of these rows only; of all without it. */
  readonly ids?: ReadonlySet<string>;
  readonly sort: ReportSort;
  readonly after?: ReportPosition;
  readonly limit: number;
}

export interface PlacedRow {
  readonly row: Row;
  readonly position: ReportPosition;
}

/** What rows are sorted by. */
const SORTED_BY = {
  created: ({ createdAt }: ListedRow) => createdAt.getTime(),
  name: ({ row }: ListedRow) => nameSortKey(fullName(row)),
  amount: ({ row }: ListedRow) => row.amount,
} as const;

/** Shorter terms are not searched inside words: they match too much. */
const SHORTEST_INSIDE = 3;

/** Numbers by value, text by bytes. */
function compare(a: ReportPosition, b: ReportPosition): number {
  const first =
    typeof a.value === 'number' && typeof b.value === 'number'
      ? a.value - b.value
      : Buffer.compare(Buffer.from(String(a.value)), Buffer.from(String(b.value)));
  return first || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** A page of the report's list. */
export function pageOf(rows: readonly ListedRow[], question: ReportQuestion): PlacedRow[] {
  const { statuses, categories, words, ids, sort, after, limit } = question;
  const direction = sort.startsWith('-') ? -1 : 1;
  const valueOf = SORTED_BY[sort.replace('-', '') as keyof typeof SORTED_BY];
  const asked = rows.filter(({ row }) => statuses.includes(row.status) && categories.includes(row.seating) && (ids?.has(row.id) ?? true));
  return matching(asked, words)
    .map((listed) => ({ row: listed.row, position: { value: valueOf(listed), id: listed.row.id } }))
    .filter(({ position }) => !after || direction * compare(position, after) > 0)
    .sort((one, other) => direction * compare(one.position, other.position))
    .slice(0, limit);
}

/** Where no word begins with the terms, they are searched inside words: seldom what somebody means. */
function matching(rows: readonly ListedRow[], terms: readonly string[]): readonly ListedRow[] {
  const found = rows.filter(({ words }) => terms.every((term) => words.some((word) => word.startsWith(term))));
  if (found.length > 0 || terms.some((term) => term.length < SHORTEST_INSIDE)) return found;
  return rows.filter(({ words }) => terms.every((term) => words.some((word) => word.includes(term))));
}
