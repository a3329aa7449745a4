import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '@concert/test-kit/until';

const BYTES = 1024 ** 2;

/**
 * What processes still hold after a full collection of their heaps. Memory as the operating system counts it tells little: V8 collects
 * late where the machine has memory to spare.
 */
export class LiveHeap {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'concert-heaps-'));

  /** For NODE_OPTIONS: the process collects and writes down what is left whenever it gets SIGUSR2. */
  get options(): string {
    const hook = `
      import { renameSync, writeFileSync } from 'node:fs';
      import { setFlagsFromString } from 'node:v8';
      import { runInNewContext } from 'node:vm';
      setFlagsFromString('--expose-gc');
      const collect = runInNewContext('gc');
      const file = ${JSON.stringify(this.#folder)} + '/' + process.pid;
      process.on('SIGUSR2', () => {
        collect();
        const { heapUsed, external } = process.memoryUsage();
        writeFileSync(file + '.new', String(heapUsed + external));
        renameSync(file + '.new', file);
      });
    `;
    return `--import data:text/javascript,${encodeURIComponent(hook)}`;
  }

  /** @returns megabytes */
  async of(pid: number): Promise<number> {
    const file = path.join(this.#folder, String(pid));
    rmSync(file, { force: true });
    process.kill(pid, 'SIGUSR2');
    return Number(await until('the heap is collected', () => readFileSync(file, 'utf8'))) / BYTES;
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
