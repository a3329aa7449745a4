import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

export interface BackgroundProcessOptions {
  /** What the process is given to work on: its first message. It has none of its parent's environment. */
  readonly data: object;
  /** Heap of the process, in megabytes: when it runs out, only this process ends. */
  readonly heapMb: number;
  /** Nice value of the process, 0 to 19: the higher, the more it gives way. */
  readonly niceness: number;
}

/**
 * Starts a module as a process with a heap of its own, for long work that gives way to whoever waits for an answer: a thread shares
 * helper threads for compression and garbage collection with its process, which have the priority of that. Its standard output is a pipe
 * for what it makes. It runs as it is written where sources are run (in tests), and compiled where compiled files are.
 * @param name of the module beside its caller, without extension: `./excel-export.process`
 * @param from the caller's `import.meta.url`
 */
export function startBackgroundProcess(name: string, from: string, { data, heapMb, niceness }: BackgroundProcessOptions): ChildProcess {
  const isSource = from.endsWith('.ts');
  const child = fork(fileURLToPath(new URL(`${name}.${isSource ? 'ts' : 'js'}`, from)), [], {
    // A group of its own: what ends its parent's group shall not end it before its parent has.
    detached: true,
    env: {},
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      `--max-semi-space-size=${Math.max(1, Math.floor(heapMb / 16))}`,
      ...(isSource ? ['--experimental-transform-types', '--no-warnings'] : []),
    ],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (child.pid !== undefined) lowerPriority(child.pid, niceness);
  child.send(data, () => undefined);
  return child;
}

/** In the process: learns what it was given. From here on it ends with its parent. */
export async function beginInBackground<T>(): Promise<T> {
  process.once('disconnect', () => process.exit(1));
  const [data] = (await once(process, 'message')) as [T];
  return data;
}

/** Threads that the process starts from now on have its priority. */
function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended already.
  }
}
