import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** True while a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The living process that holds a lock file, if any. */
export async function lockHolder(file: string): Promise<number | undefined> {
  const pid = Number(await readFile(file, 'utf8').catch(() => ''));
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : undefined;
}

/** Takes the lock for this process, or names the living one that has it. A lock left by a dead process is taken over. */
export async function takeLock(file: string): Promise<{ holder: number } | undefined> {
  // Linked into place with the id already inside, so that nobody reads a lock that does not name its holder yet.
  const ready = `${file}.${process.pid}`;
  await writeFile(ready, String(process.pid));
  try {
    for (;;) {
      try {
        await link(ready, file);
        return undefined;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = await lockHolder(file);
      if (holder !== undefined) return { holder };
      await rm(file, { force: true });
    }
  } finally {
    await rm(ready, { force: true });
  }
}

/** Runs the work alone: another process with the same lock file waits until it is done. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  while ((await takeLock(file)) !== undefined) await pause(200);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}
