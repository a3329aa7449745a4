import { describe, expect, it } from '@jest/globals';
import type { mongo } from 'mongoose';
import { sharedInserts, sharedReads } from './shared-calls.ts';

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

describe('shared inserts', () => {
  /** A collection whose inserts end when the test says so, and that knows the given keys already. */
  function collection(known: readonly string[]) {
    const stored = new Set(known);
    const inserts: { readonly ids: readonly string[]; readonly end: () => void }[] = [];
    const insertMany = (documents: readonly { _id: string }[]) =>
      new Promise<void>((resolve, reject) => {
        const end = () => {
          const writeErrors = documents.flatMap(({ _id }, index) => {
            if (stored.has(_id)) return [{ index, code: 11_000 }];
            stored.add(_id);
            return [];
          });
          if (writeErrors.length === 0) resolve();
          else reject(Object.assign(new Error('E11000 duplicate key'), { code: 11_000, writeErrors }));
        };
        inserts.push({ ids: documents.map(({ _id }) => _id), end });
      });
    const insert = sharedInserts(() => ({ insertMany }) as unknown as mongo.Collection<{ _id: string }>);
    return { inserts, insert: (id: string) => insert({ _id: id }) };
  }

  it('send what came while an insert ran together, and tell each whether its document is new', async () => {
    const { inserts, insert } = collection(['known']);
    const first = insert('a');
    await nextTurn();
    const later = [insert('b'), insert('known'), insert('twice'), insert('twice')];
    await nextTurn();
    inserts[0]!.end();
    expect(await first).toBe(true);
    await nextTurn();
    expect(inserts.map(({ ids }) => ids)).toEqual([['a'], ['b', 'known', 'twice', 'twice']]);
    inserts[1]!.end();
    expect(await Promise.all(later)).toEqual([true, false, true, false]);
  });
});
