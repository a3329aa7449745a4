import { createHash } from 'node:crypto';
import mongoose, { type Connection } from 'mongoose';

const { BSON } = mongoose.mongo;

/** Checksum of every document: `database.collection` → id → SHA-256 of its bytes. */
export type Contents = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Reads every document of some databases.
 * @param without what is not compared: names of collections, or `collection.field` for a field that is left out of each document
 */
export async function contentsOf(databases: Readonly<Record<string, Connection>>, without: readonly string[] = []): Promise<Contents> {
  const contents = new Map<string, Map<string, string>>();
  for (const [name, connection] of Object.entries(databases)) {
    const db = connection.db!;
    for (const { name: collection } of await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()) {
      if (collection.startsWith('system.') || without.includes(collection)) continue;
      const left = without
        .filter((entry) => entry.startsWith(`${collection}.`))
        .map((entry) => [entry.slice(collection.length + 1), 0] as const);
      const documents = new Map<string, string>();
      for await (const found of db.collection(collection).find({}, { raw: true, projection: Object.fromEntries(left) })) {
        const bytes = found as unknown as Uint8Array;
        documents.set(String(BSON.deserialize(bytes)['_id']), createHash('sha256').update(bytes).digest('hex'));
      }
      contents.set(`${name}.${collection}`, documents);
    }
  }
  return contents;
}

/** The differences between what is there now and what was there before. */
export interface Difference {
  readonly collection: string;
  readonly lost: readonly string[];
  readonly changed: readonly string[];
  readonly added: readonly string[];
}

/** Compares document by document; collections without a difference are not named. */
export function differences(before: Contents, now: Contents): Difference[] {
  const found: Difference[] = [];
  for (const collection of new Set([...before.keys(), ...now.keys()])) {
    const [old, present] = [before.get(collection) ?? new Map<string, string>(), now.get(collection) ?? new Map<string, string>()];
    const lost = [...old.keys()].filter((id) => !present.has(id));
    const changed = [...old].filter(([id, sum]) => present.has(id) && present.get(id) !== sum).map(([id]) => id);
    const added = [...present.keys()].filter((id) => !old.has(id));
    if (lost.length + changed.length + added.length > 0) found.push({ collection, lost, changed, added });
  }
  return found;
}
