import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

const NOT_SOURCES = new Set(['node_modules', 'dist', '.cache', 'coverage']);

/** Every file below a folder, as sorted paths relative to it; built and installed things are left out. */
export async function sourceFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const nested = await Promise.all(
    entries.map(async (entry) => {
      if (NOT_SOURCES.has(entry.name)) return [];
      if (!entry.isDirectory()) return [entry.name];
      return (await sourceFiles(path.join(folder, entry.name))).map((below) => path.join(entry.name, below));
    }),
  );
  return nested.flat().sort();
}

/** A fingerprint of texts and buffers, in order. */
export function fingerprint(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** One fingerprint for everything below several folders, tests left out. */
export async function folderFingerprint(folders: readonly string[]): Promise<string> {
  const parts: (string | Buffer)[] = [];
  for (const folder of folders) {
    for (const file of await sourceFiles(folder)) {
      if (isForTests(file)) continue;
      parts.push(path.join(folder, file), await readFile(path.join(folder, file)));
    }
  }
  return fingerprint(...parts);
}

/** Specs, the suites they run and the harnesses they stand on are neither built nor shipped. */
export function isForTests(file: string): boolean {
  return /\.(spec|suite|harness)\.tsx?$/.test(file);
}
