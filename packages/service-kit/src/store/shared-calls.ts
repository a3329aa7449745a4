import type { mongo } from 'mongoose';
import { Batcher, NEVER_REFUSED } from './batcher.ts';
import { insertNew } from './insert-new.ts';

/** Most keys or documents in one call. */
const MAX_TOGETHER = 200;

/**
 * Reads by key, outside transactions. What is asked for while a query runs shares the next one; a read alone begins at once. Each query
 * begins after all its keys were asked for, so nobody is told what was true before. Without it a rush is half as quick (docs/load.md).
 * @param query returns what was found, by key
 */
export function sharedReads<K, V>(query: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>): (key: K) => Promise<V | undefined> {
  const reads = new Batcher<K, V | undefined>({
    ...NEVER_REFUSED,
    most: MAX_TOGETHER,
    commit: async (keys) => {
      const found = await query([...new Set(keys)]);
      return keys.map((key) => ({ ok: true, value: found.get(key) }));
    },
  });
  return (key) => reads.submit(key);
}

/**
 * Inserts outside transactions, shared in the same way: one command for what arrived while the insert before ran.
 * @returns whether a document is new; false where one with its key was there. After a fault of the database it can be false although it
 *   was this call that stored the document
 */
export function sharedInserts<T extends object>(
  collection: () => mongo.Collection<T>,
): (document: mongo.OptionalUnlessRequiredId<T>) => Promise<boolean> {
  const inserts = new Batcher<mongo.OptionalUnlessRequiredId<T>, boolean>({
    ...NEVER_REFUSED,
    most: MAX_TOGETHER,
    commit: (documents) => insertNew(collection(), documents),
  });
  return (document) => inserts.submit(document);
}
