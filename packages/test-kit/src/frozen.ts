import { readdir, readFile } from 'node:fs/promises';
import { until } from './until.ts';

/**
 * Waits until a process that was sent SIGSTOP stands still: on a busy machine it answers for a while before it takes the signal.
 * @throws Error when it has not within 20 seconds
 */
export async function untilFrozen(pid: number): Promise<void> {
  await until(
    'every thread of the process stands still',
    () => threadStates(pid),
    (states) => states.every((state) => state === 'T'),
    { withinMs: 20_000 },
  );
}

/** What each thread of a process does, see proc_pid_stat(5): `T` is stopped by a signal. */
async function threadStates(pid: number): Promise<string[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  return Promise.all(threads.map(async (thread) => stateIn(await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8'))));
}

/** The name of the program stands before it in parentheses, and may hold any sign. */
const stateIn = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2)[0]!;
