import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '@concert/machine-kit/rooms';
import type { ApiDocument, FactDocument } from './promises.ts';

/** Where the promises in force are kept, as generated files that are reviewed like code. */
export const PUBLISHED = path.join(ROOT, 'contracts/published');

/** A document as it is written: stable, so that a diff shows what changed and nothing else. */
export function asText(document: ApiDocument | FactDocument): string {
  return `${JSON.stringify(document, null, 1)}\n`;
}

/** The promises in force, by file name. Empty when none were published yet. */
export async function readPublished(folder = PUBLISHED): Promise<Map<string, ApiDocument | FactDocument>> {
  const names = await readdir(folder, { recursive: true }).catch((): string[] => []);
  const files = names.filter((name) => name.endsWith('.json')).sort();
  return new Map(
    await Promise.all(
      files.map(
        async (name) =>
          [
            name.split(path.sep).join('/'),
            JSON.parse(await readFile(path.join(folder, name), 'utf8')) as ApiDocument | FactDocument,
          ] as const,
      ),
    ),
  );
}

/** Replaces the promises in force. */
export async function writePublished(documents: ReadonlyMap<string, ApiDocument | FactDocument>, folder = PUBLISHED): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [name, document] of documents) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, asText(document));
  }
}
