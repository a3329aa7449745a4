import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '@concert/machine-kit/rooms';
import type { FactPromise, Promises, RoutePromise } from './promises.ts';

/** Where the promises in force are kept, as generated files that are reviewed like code: one for each owner. */
const PUBLISHED = path.join(ROOT, 'contracts/published');
const ENDING = '.txt';

/** Promises as they are written: a line for each, sorted, so that a change reads as a changed line. */
export function promisesAsText(promises: Promises): string {
  return [...promises]
    .map(([name, promise]) => `${name} ${JSON.stringify(promise)}\n`)
    .sort()
    .join('');
}

function fromText(text: string): Promises {
  const lines = text.split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const begin = line.indexOf(' {');
      return [line.slice(0, begin), JSON.parse(line.slice(begin + 1)) as RoutePromise | FactPromise];
    }),
  );
}

/** The promises in force, by owner. Empty when none were published yet. */
export async function readPublished(folder = PUBLISHED): Promise<Map<string, Promises>> {
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith(ENDING));
  return new Map(
    await Promise.all(
      names.map(async (name) => [name.slice(0, -ENDING.length), fromText(await readFile(path.join(folder, name), 'utf8'))] as const),
    ),
  );
}

/** Replaces the promises in force. */
export async function writePublished(promises: ReadonlyMap<string, Promises>, folder = PUBLISHED): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [owner, promised] of promises) await writeFile(path.join(folder, `${owner}${ENDING}`), promisesAsText(promised));
}
