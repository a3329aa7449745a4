import { chownSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The text of an .env file; empty where there is none. */
export function readEnvFile(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Puts a new text in place of the whole file at once, for its owner alone: that is whoever owns the folder. */
export function writeEnvFile(file: string, text: string): void {
  const next = `${file}.new`;
  rmSync(next, { force: true });
  writeFileSync(next, text, { mode: 0o600, flush: true });
  const folder = statSync(path.dirname(path.resolve(file)));
  if (process.getuid?.() === 0) chownSync(next, folder.uid, folder.gid);
  renameSync(next, file);
}

/** Whether others may read it. */
export function isOpenToOthers(file: string): boolean {
  return existsSync(file) && (statSync(file).mode & 0o077) !== 0;
}
