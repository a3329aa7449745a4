import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { lockHolder } from './lock.ts';
import { signalGroup } from './reaper.ts';

/** A process as it can be recognised later: ids are used again, its start time is not. */
interface Birth {
  readonly name: string;
  readonly pid: number;
  readonly bornAt: string;
  /** How often it was restarted because it had ended by itself. */
  readonly restarts?: number;
}

/** Notes the processes of a system, so that a later start can stop them if this one is killed. */
export async function recordProcesses(
  file: string,
  processes: readonly { name: string; pid: number | undefined; restarts?: number }[],
): Promise<void> {
  const births = await Promise.all(
    processes.map(async ({ name, pid, restarts }) => {
      const bornAt = pid === undefined ? undefined : await startTimeOf(pid);
      return pid === undefined || bornAt === undefined ? [] : [{ name, pid, bornAt, ...(restarts ? { restarts } : {}) }];
    }),
  );
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(births.flat()));
  await rename(draft, file);
}

/** Stops what a killed supervisor left behind. @returns the names of the processes that were still running */
export async function clearOrphans(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return [];
  const left: Birth[] = [];
  for (const birth of JSON.parse(text) as Birth[]) {
    if (await isThere(birth)) left.push(birth);
  }
  for (const { pid } of left) signalGroup(pid, 'SIGTERM');
  const deadline = Date.now() + 15_000;
  while ((await Promise.all(left.map(isThere))).some(Boolean) && Date.now() < deadline) await pause(100);
  for (const { pid } of left) signalGroup(pid, 'SIGKILL');
  await rm(file, { force: true });
  return left.map(({ name }) => name);
}

/**
 * Clears folders of runs that ended before they could do so themselves: those in which a lock of nobody and a record of processes lie.
 * @param prefix of their names among the temporary files
 * @param stop ends what is in no record, by the folder
 */
export async function clearAbandoned(prefix: string, stop = (_folder: string): Promise<void> => Promise.resolve()): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(tmpdir(), name);
    const lock = path.join(folder, 'lock');
    if (!existsSync(lock) || (await lockHolder(lock)) !== undefined) continue;
    // What belongs to another user is left to that user.
    await clearOrphans(path.join(folder, 'processes.json'))
      .then(() => stop(folder))
      .then(() => rm(folder, { recursive: true, force: true }))
      .catch(() => undefined);
  }
}

async function isThere({ pid, bornAt }: Birth): Promise<boolean> {
  return (await startTimeOf(pid)) === bornAt;
}

/** When a process was started, in the system's own unit; unknown on systems without /proc, where nothing is stopped. */
export async function startTimeOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name in parentheses may hold anything, so counting starts after it.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields === undefined || fields[0] === 'Z' ? undefined : fields[19];
}
