import type { mongo } from 'mongoose';
import { isDuplicateKey } from '../process/errors.ts';

/**
 * Stores documents together, outside a transaction.
 * @returns of each whether it is new; false where one with its key was there. After a fault of the database it can be false although it was
 *   this call that stored the document
 * @throws the driver's error for anything else: then it is open what was stored, and none counts as stored
 */
export async function insertNew<T extends object>(
  collection: mongo.Collection<T>,
  documents: readonly mongo.OptionalUnlessRequiredId<T>[],
): Promise<boolean[]> {
  try {
    await collection.insertMany([...documents], { ordered: false });
    return documents.map(() => true);
  } catch (error) {
    const faults = (error as { writeErrors?: readonly { readonly index: number; readonly code?: number }[] }).writeErrors;
    if (!isDuplicateKey(error) || !faults?.every(({ code }) => code === 11_000)) throw error;
    const known = new Set(faults.map(({ index }) => index));
    return documents.map((_, index) => !known.has(index));
  }
}
