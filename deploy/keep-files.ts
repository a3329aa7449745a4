import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/*
 * Lays the files of the build before beside those of a new one, for tabs that were open when it came: they go on with the build
 * they began with, and ask for its screens as they get to them.
 *
 *   node deploy/keep-files.ts <folder of the build before> <folder of the new build>
 */

/** A name that carries its content's hash: never another file under the same name. */
const HASHED = /\.[0-9a-f]{8,}\.[^/]+$/;
/** What came from the build before; it does not go on to the next. A dotfile is not served. */
const LIST = '.kept-files.json';

/** @returns the names of the files that were laid beside the new ones */
export async function keepFiles(before: string, now: string): Promise<string[]> {
  const old = new Set(JSON.parse(await readFile(path.join(before, LIST), 'utf8').catch(() => '[]')) as string[]);
  const present = new Set(await readdir(now, { recursive: true }));
  const kept = (await readdir(before, { recursive: true }))
    .filter((name) => HASHED.test(name) && !name.endsWith('.map') && !old.has(name) && !present.has(name))
    .sort();
  for (const name of kept) {
    await mkdir(path.dirname(path.join(now, name)), { recursive: true });
    await cp(path.join(before, name), path.join(now, name));
  }
  await writeFile(path.join(now, LIST), JSON.stringify(kept));
  return kept;
}

if (import.meta.main) {
  const [before, now] = process.argv.slice(2);
  if (!before || !now) throw new Error('name the folder of the build before and that of the new one');
  console.log(`${(await keepFiles(before, now)).length} files of the build before are kept`);
}
