import { invalid, noSuch } from './errors.ts';
import { refuseUnknown, type FormFields, type FormValue } from './form-fields.ts';

const PAGE_PARAMETERS = ['limit', 'starting_after', 'ending_before', 'created', 'expand'];

/** A list answer: newest first, `limit` 1 to 100, `starting_after` and `ending_before` as cursors, filters by equality. */
export function page<T extends { id: string; created: number }>(
  url: string,
  all: readonly T[],
  fields: FormFields,
  filters: readonly string[],
): unknown {
  refuseUnknown(fields, new Set([...PAGE_PARAMETERS, ...filters]));
  if (typeof fields['created'] === 'object') refuseUnknown(fields['created'] as FormFields, new Set(['gt', 'gte', 'lt', 'lte']), 'created');
  const limit = fields['limit'] === undefined ? 10 : Number(fields['limit']);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw invalid('Invalid integer: limit must be between 1 and 100', 'limit', 'parameter_invalid_integer');
  let rows = all.filter((row) => isWithin(row.created, fields['created']));
  for (const name of filters) {
    const wanted = fields[name];
    if (wanted !== undefined) rows = rows.filter((row) => (row as unknown as Record<string, unknown>)[name] === wanted);
  }
  const after = fields['starting_after'];
  if (after !== undefined) {
    const index = rows.findIndex(({ id }) => id === after);
    if (index < 0) throw noSuch('object', JSON.stringify(after), 'starting_after');
    rows = rows.slice(index + 1);
  }
  const before = fields['ending_before'];
  if (before !== undefined) {
    const index = rows.findIndex(({ id }) => id === before);
    if (index < 0) throw noSuch('object', JSON.stringify(before), 'ending_before');
    const start = Math.max(0, index - limit);
    return { object: 'list', data: rows.slice(start, index), has_more: start > 0, url };
  }
  return { object: 'list', data: rows.slice(0, limit), has_more: rows.length > limit, url };
}

function isWithin(created: number, range: FormValue | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === 'string') return created === Number(range);
  const bounds = range as FormFields;
  return (
    (bounds['gt'] === undefined || created > Number(bounds['gt'])) &&
    (bounds['gte'] === undefined || created >= Number(bounds['gte'])) &&
    (bounds['lt'] === undefined || created < Number(bounds['lt'])) &&
    (bounds['lte'] === undefined || created <= Number(bounds['lte']))
  );
}
