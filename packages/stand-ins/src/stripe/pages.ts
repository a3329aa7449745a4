import { invalid, noSuch } from './errors.ts';
import { refuseUnknown, type FormFields, type FormValue } from './form-fields.ts';

const PAGE_PARAMETERS = ['limit', 'starting_after', 'created', 'expand'];

/** What a list shows. */
export interface ListPage<T extends ListedRow> {
  url: string;
  /** Newest first. */
  rows: readonly T[];
  /** Parameters that are compared with the row's field of their name. */
  filters?: readonly (keyof T & string)[];
  /** Whether the list has this row at all. */
  has?: (row: T) => boolean;
}

interface ListedRow {
  id: string;
  created: number;
}

/**
 * A list answer: newest first, `limit` 1 to 100, `starting_after` as a cursor. A cursor is a place among all rows, so it may name one that
 * the filters leave out by now.
 * @throws StripeFault `resource_missing` when the cursor names no row
 */
export function page<T extends ListedRow>({ url, rows, filters = [], has = () => true }: ListPage<T>, fields: FormFields): unknown {
  refuseUnknown(fields, new Set([...PAGE_PARAMETERS, ...filters]));
  if (typeof fields['created'] === 'object') refuseUnknown(fields['created'] as FormFields, new Set(['gt', 'gte', 'lt', 'lte']), 'created');
  const limit = fields['limit'] === undefined ? 10 : Number(fields['limit']);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw invalid('Invalid integer: limit must be between 1 and 100', 'limit', 'parameter_invalid_integer');
  const after = fields['starting_after'];
  const place = after === undefined ? -1 : rows.findIndex(({ id }) => id === after);
  if (after !== undefined && place === -1) throw noSuch('object', JSON.stringify(after), 'starting_after');
  const { from, to } = secondsIn(fields['created']);
  const found = rows
    .slice(place + 1)
    .filter((row) => row.created >= from && row.created <= to)
    .filter((row) => has(row) && filters.every((name) => fields[name] === undefined || row[name] === fields[name]));
  return { object: 'list', data: found.slice(0, limit), has_more: found.length > limit, url };
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
