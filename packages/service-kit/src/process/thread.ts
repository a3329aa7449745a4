import { Worker } from 'node:worker_threads';

export interface ThreadOptions {
  /** What the thread is given to work on. */
  readonly data: unknown;
  /** Heap of the thread, in megabytes: when it runs out, only the thread ends, with `ERR_WORKER_OUT_OF_MEMORY`. */
  readonly heapMb: number;
}

/**
 * Starts a module as a thread with a heap of its own. It runs as it is written where sources are run (in tests), and compiled where
 * compiled files are.
 * @param name of the module beside its caller, without extension: `./read-sheet.worker`
 * @param from the caller's `import.meta.url`
 */
export function startThread(name: string, from: string, { data, heapMb }: ThreadOptions): Worker {
  const isSource = from.endsWith('.ts');
  return new Worker(new URL(`${name}.${isSource ? 'ts' : 'js'}`, from), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: Math.max(1, Math.floor(heapMb / 8)) },
    execArgv: isSource ? ['--experimental-transform-types', '--no-warnings'] : [],
  });
}
