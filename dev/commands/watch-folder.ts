import { watch, type FSWatcher } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Editors write a file in several steps. */
const SETTLE_MS = 120;
const NOT_WATCHED = new Set(['node_modules', 'dist', '.cache']);

/**
 * Calls `react` after something below the folder changed, never twice at once; what changes meanwhile is answered by one
 * more call. Folders are watched one by one: watching a tree at once loses files that are replaced, which is how most
 * editors save.
 */
export async function watchFolder(folder: string, signal: AbortSignal, react: () => Promise<void>): Promise<void> {
  const watchers = new Map<string, FSWatcher>();
  let wanted = false;
  let busy = false;

  const spread = async (): Promise<void> => {
    const present = new Set(await foldersBelow(folder));
    for (const [place, watcher] of watchers) {
      if (present.has(place)) continue;
      watcher.close();
      watchers.delete(place);
    }
    for (const place of present) {
      if (watchers.has(place) || signal.aborted) continue;
      const watcher = watch(place, { signal }, (_, name) => {
        if (name === null || !NOT_WATCHED.has(name)) void changed();
      });
      watcher.on('error', () => watchers.delete(place));
      watchers.set(place, watcher);
    }
  };
  const changed = async (): Promise<void> => {
    wanted = true;
    if (busy) return;
    busy = true;
    while (wanted && !signal.aborted) {
      await pause(SETTLE_MS);
      wanted = false;
      await spread();
      await react();
    }
    busy = false;
  };
  await spread();
}

async function foldersBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const below = entries.filter((entry) => entry.isDirectory() && !NOT_WATCHED.has(entry.name));
  return [folder, ...(await Promise.all(below.map((entry) => foldersBelow(path.join(folder, entry.name))))).flat()];
}
