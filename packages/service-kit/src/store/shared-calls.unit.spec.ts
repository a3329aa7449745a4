import { describe, expect, it } from '@jest/globals';
import { sharedReads } from './shared-calls.ts';

/** A store whose queries end when the test says so. */
function store(rows: Record<string, number>) {
  const queries: { readonly keys: readonly string[]; readonly end: () => void }[] = [];
  const read = sharedReads<string, number>((keys) => {
    return new Promise((resolve) => {
      const end = () => resolve(new Map(keys.flatMap((key) => (key in rows ? [[key, rows[key]!] as const] : []))));
      queries.push({ keys, end });
    });
  });
  return { queries, read };
}
const nextTurn = () => new Promise(setImmediate);

describe('shared reads', () => {
  it('ask for what came while a query ran together, each key once, and only after that query', async () => {
    const { queries, read } = store({ a: 1, b: 2, c: 3 });
    const first = read('a');
    await nextTurn();
    const later = [read('b'), read('c'), read('b'), read('unknown')];
    await nextTurn();
    expect(queries.map(({ keys }) => keys)).toEqual([['a']]);
    queries[0]!.end();
    expect(await first).toBe(1);
    await nextTurn();
    expect(queries.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c', 'unknown']]);
    queries[1]!.end();
    expect(await Promise.all(later)).toEqual([2, 3, 2, undefined]);
  });
});
