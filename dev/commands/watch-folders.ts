import Watchpack from 'watchpack';

/** Editors write a file in several steps. */
const SETTLE_MS = 120;
const NOT_WATCHED = ['**/node_modules', '**/dist', '**/.cache'];

/** Calls `react` after something below these folders changed, never twice at once; what changes meanwhile is answered by one more call. */
export function watchFolders(directories: readonly string[], signal: AbortSignal, react: () => Promise<void>): void {
  const watcher = new Watchpack({ aggregateTimeout: SETTLE_MS, ignored: NOT_WATCHED });
  const watchSince = (startTime: number) => watcher.watch({ directories, startTime });
  watcher.on('aggregated', () => {
    const begun = Date.now();
    watcher.pause();
    void react().then(() => signal.aborted || watchSince(begun));
  });
  watchSince(Date.now());
  signal.addEventListener('abort', () => watcher.close(), { once: true });
}
