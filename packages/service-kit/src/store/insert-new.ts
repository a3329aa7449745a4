import type { mongo } from 'mongoose';
import { isDuplicateKey } from '../process/errors.ts';

/**
 * Stores documents together, outside a transaction.
 * @returns of each whether it is new; false where one with its key was there. In the shape of a batcher's outcomes
 * @throws the driver's error for anything else: then it is open what was stored, and none counts as stored
 */
export async function insertNew<T extends object>(
  collection: mongo.Collection<T>,
  documents: readonly mongo.OptionalUnlessRequiredId<T>[],
): Promise<{ readonly ok: true; readonly value: boolean }[]> {
  try {
    await collection.insertMany([...documents], { ordered: false });
    return documents.map(() => ({ ok: true, value: true }));
  } catch (error) {
    const faults = (error as { writeErrors?: readonly { readonly index: number; readonly code?: number }[] }).writeErrors;
    if (!isDuplicateKey(error) || !faults?.every(({ code }) => code === 11_000)) throw error;
    const known = new Set(faults.map(({ index }) => index));
    return documents.map((_, index) => ({ ok: true, value: !known.has(index) }));
  }
}
