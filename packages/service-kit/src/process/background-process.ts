import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { pause } from './internal/pause.ts';

/**
 * How often a process looks whether it is busy, and the share of its time from which on it is. One that nobody asks for anything needs
 * 0.01, and 0.05 to 0.15 to send on what two processes in the background write.
 */
const LOOK_MS = 200;
const BUSY = 0.2;
/** While its parent is busy, a process in the background rests this many times as long as it worked. */
const RESTS = 9;

/** What the parent says after the first message. */
interface Look {
  readonly busy: boolean;
}

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
  tellWhetherBusy(child);
  return child;
}

function tellWhetherBusy(child: ChildProcess): void {
  let last = performance.eventLoopUtilization();
  let told: boolean | undefined;
  const looking = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const busy = performance.eventLoopUtilization(now, last).utilization > BUSY;
    last = now;
    if (busy === told || !child.connected) return;
    told = busy;
    child.send({ busy } satisfies Look, () => undefined);
  }, LOOK_MS).unref();
  for (const end of ['error', 'exit']) child.once(end, () => clearInterval(looking));
}

/** A process in the background, as it sees itself. */
export interface InBackground<T> {
  /** What it was given. */
  readonly data: T;
  /** To be awaited after each piece of work: while the parent is busy, a rest takes nine times as much time as the work before it took of the processor. */
  readonly rest: () => Promise<void>;
}

/**
 * In the process: learns what it was given. From here on it ends with its parent. A nice value alone does not keep it out of the way: Linux
 * lets whoever runs go on for some milliseconds (`base_slice_ns`), which each step of a request may then wait for.
 */
export async function beginInBackground<T>(): Promise<InBackground<T>> {
  process.once('disconnect', () => process.exit(1));
  const [data] = (await once(process, 'message')) as [T];
  let busy = true;
  process.on('message', (look: Look) => (busy = look.busy));
  let before = process.cpuUsage();
  const rest = async (): Promise<void> => {
    const { user, system } = process.cpuUsage(before);
    const until = performance.now() + (RESTS * (user + system)) / 1_000;
    while (busy && performance.now() < until) await pause(Math.min(LOOK_MS, until - performance.now()));
    before = process.cpuUsage();
  };
  return { data, rest };
}

/** Threads that the process starts from now on have its priority. */
function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended already.
  }
}
