import { z } from 'zod';
import { noSuch } from './errors.ts';
import type { FormFields } from './form-fields.ts';
import { expand, read, whole } from './parameters.ts';

const parameters = z.strictObject({
  limit: whole.refine((rows) => rows >= 1 && rows <= 100, 'Invalid integer: limit must be between 1 and 100').default(10),
  starting_after: z.string().optional(),
  created: z.strictObject({ gte: whole.default(-Infinity), lte: whole.default(Infinity) }).default({ gte: -Infinity, lte: Infinity }),
  expand,
});

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
  const wanted = filters.filter((name) => fields[name] !== undefined);
  const {
    limit,
    starting_after: after,
    created,
  } = read(parameters, Object.fromEntries(Object.entries(fields).filter(([name]) => !(wanted as readonly string[]).includes(name))));
  const place = after === undefined ? -1 : rows.findIndex(({ id }) => id === after);
  if (after !== undefined && place === -1) throw noSuch('object', after, 'starting_after');
  const found = rows
    .slice(place + 1)
    .filter((row) => row.created >= created.gte && row.created <= created.lte)
    .filter((row) => has(row) && wanted.every((name) => row[name] === fields[name]));
  return { object: 'list', data: found.slice(0, limit), has_more: found.length > limit, url };
}
