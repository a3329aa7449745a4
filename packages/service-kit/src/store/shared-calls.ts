import { Batcher, NEVER_REFUSED } from './batcher.ts';

/** Most keys in one call. */
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
