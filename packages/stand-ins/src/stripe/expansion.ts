import { invalid } from './errors.ts';
import type { FormValue } from './form-fields.ts';
import type { Kind, Store } from './store.ts';

const EXPANDABLE: Readonly<Record<string, Kind>> = {
  payment_intent: 'intents',
  latest_charge: 'charges',
  charge: 'charges',
};

/** What a balance transaction is about, by the beginning of its id. */
const SOURCES: Readonly<Record<string, Kind>> = { ch: 'charges', re: 'refunds', du: 'disputes', po: 'payouts' };

/** A copy of an answer with the objects in place of the ids that `expand[]` names. */
export function expandAll(store: Store, value: unknown, wanted: FormValue[]): unknown {
  const copy = structuredClone(value);
  for (const path of wanted) if (typeof path === 'string') expand(store, copy, path.split('.'));
  return copy;
}

function expand(store: Store, value: unknown, [name, ...rest]: string[]): void {
  if (name === undefined || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) expand(store, item, [name, ...rest]);
    return;
  }
  const record = value as Record<string, unknown>;
  if (typeof record[name] === 'string') {
    const kind = name === 'source' ? SOURCES[record[name].split('_')[0]!] : EXPANDABLE[name];
    if (!kind) throw invalid(`This property cannot be expanded (${name}).`, 'expand');
    record[name] = structuredClone(store.get(kind, record[name]) ?? record[name]);
  } else if (!(name in record)) {
    throw invalid(`This property cannot be expanded (${name}).`, 'expand');
  }
  expand(store, record[name], rest);
}
