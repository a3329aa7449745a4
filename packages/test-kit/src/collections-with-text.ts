import type { Connection } from 'mongoose';

/**
 * Looks for texts in every document of a database, however deep, without regard to case.
 * @returns the collections that hold one of them, in alphabetical order
 */
export async function collectionsWithText(database: Connection, texts: readonly string[]): Promise<string[]> {
  const wanted = texts.map((text) => text.toLowerCase());
  const holding: string[] = [];
  const collections = (await database.db!.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()).map(({ name }) => name);
  for (const name of collections.filter((found) => !found.startsWith('system.')).sort())
    for await (const document of database.db!.collection(name).find()) {
      const text = JSON.stringify(document).toLowerCase();
      if (!wanted.some((part) => text.includes(part))) continue;
      holding.push(name);
      break;
    }
  return holding;
}
