import { readdir, readFile } from 'node:fs/promises';
import { until } from './until.ts';

/**
 * Waits until a process that was sent SIGSTOP stands still: on a busy machine it answers for a while before it takes the signal.
 * @throws Error when it has not within a minute, or at once when it has ended
 */
export async function untilFrozen(pid: number): Promise<void> {
  const states = await until(
    'every thread of the process stands still',
    () => threadStates(pid),
    (seen) => seen === 'ended' || seen.every((state) => state === 'T'),
    { withinMs: 60_000 },
  );
  if (states === 'ended') throw new Error(`process ${pid} has ended, so nobody can freeze it`);
}

/** What each thread of a process does, see proc_pid_stat(5): `T` is stopped by a signal. A thread may end while it is looked at. */
async function threadStates(pid: number): Promise<string[] | 'ended'> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => undefined);
  if (threads === undefined) return 'ended';
  const stats = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8').catch(() => undefined)));
  return stats.filter((stat) => stat !== undefined).map(stateIn);
}

/** The name of the program stands before it in parentheses, and may hold any sign. */
const stateIn = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2)[0]!;
