import { chownSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Puts a new text in place of the whole file at once, for its owner alone: that is whoever owns the folder. */
export function writeEnvFile(file: string, text: string): void {
  const next = `${file}.new`;
  rmSync(next, { force: true });
  writeFileSync(next, text, { mode: 0o600, flush: true });
  const folder = statSync(path.dirname(path.resolve(file)));
  if (process.getuid?.() === 0) chownSync(next, folder.uid, folder.gid);
  renameSync(next, file);
}

/** The text of an .env file with these settings in place of its own of the same names; every other line stays where it is. */
export function withSettings(text: string, settings: Readonly<Record<string, string>>): string {
  const next = new Map(Object.entries(settings));
  const lines = text.trimEnd() === '' ? [] : text.trimEnd().split('\n');
  const kept = lines.flatMap((line) => {
    const name = line
      .replace(/^\s*export\s/, '')
      .split('=', 1)[0]!
      .trim();
    if (!Object.hasOwn(settings, name)) return [line];
    const value = next.get(name);
    // Of a name that stands twice the last would win.
    next.delete(name);
    return value === undefined ? [] : [`${name}=${value}`];
  });
  return [...kept, ...[...next].map(([name, value]) => `${name}=${value}`), ''].join('\n');
}
