import { invalid, noSuch } from './errors.ts';
import { refuseUnknown, type FormFields, type FormValue } from './form-fields.ts';
import type { Rows } from './rows.ts';

const PAGE_PARAMETERS = ['limit', 'starting_after', 'created', 'expand'];

/** What a list shows. */
export interface ListPage<T extends ListedRow> {
  url: string;
  rows: Rows<T>;
  /** Where a cursor's place is looked up, when a cursor may also name a row that is not among `rows`. */
  cursors?: Rows<T>;
  /** Parameters that are compared with the row's field of their name. */
  filters?: readonly (keyof T & string)[];
  /** Whether the list has this row at all. */
  has?: (row: T) => boolean;
  /** A row as it is at this moment. */
  current?: (row: T) => T;
}

interface ListedRow {
  id: string;
  created: number;
}

/**
 * A list answer: newest first, `limit` 1 to 100, `starting_after` as a cursor. The walk begins at the cursor and ends
 * with the page or with the range of `created`. A cursor is a place among all rows, so it may name one that the filters leave out by now.
 */
export function page<T extends ListedRow>(listed: ListPage<T>, fields: FormFields): unknown {
  const { url, rows, cursors = rows, filters = [] } = listed;
  refuseUnknown(fields, new Set([...PAGE_PARAMETERS, ...filters]));
  if (typeof fields['created'] === 'object') refuseUnknown(fields['created'] as FormFields, new Set(['gt', 'gte', 'lt', 'lte']), 'created');
  const limit = fields['limit'] === undefined ? 10 : Number(fields['limit']);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw invalid('Invalid integer: limit must be between 1 and 100', 'limit', 'parameter_invalid_integer');
  const after = placeOf(cursors, fields['starting_after']);
  const { from, to } = secondsIn(fields['created']);
  const found: T[] = [];
  for (const row of rows.newestFirst(after, from)) {
    if (!(row.created >= from && row.created <= to)) continue;
    const seen = listed.current?.(row) ?? row;
    if (isWanted(seen, listed, fields)) found.push(seen);
    if (found.length > limit) break;
  }
  return { object: 'list', data: found.slice(0, limit), has_more: found.length > limit, url };
}

function isWanted<T extends ListedRow>(row: T, { filters = [], has }: ListPage<T>, fields: FormFields): boolean {
  return (has?.(row) ?? true) && filters.every((name) => fields[name] === undefined || row[name] === fields[name]);
}

/** @throws StripeFault `resource_missing` when the cursor names no row */
function placeOf<T extends ListedRow>(rows: Rows<T>, id: FormValue | undefined): number | undefined {
  if (id === undefined) return undefined;
  const place = typeof id === 'string' ? rows.placeOf(id) : undefined;
  if (place === undefined) throw noSuch('object', JSON.stringify(id), 'starting_after');
  return place;
}

/** The first and the last second of a range. */
function secondsIn(range: FormValue | undefined): { from: number; to: number } {
  if (typeof range === 'string') return { from: Number(range), to: Number(range) };
  const bounds = (range ?? {}) as FormFields;
  const at = (name: string, otherwise: number) => (bounds[name] === undefined ? otherwise : Number(bounds[name]));
  return {
    from: Math.max(at('gte', -Infinity), at('gt', -Infinity) + 1),
    to: Math.min(at('lte', Infinity), at('lt', Infinity) - 1),
  };
}
