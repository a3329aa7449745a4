import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { midMean } from './figures.ts';

const EVERY_MS = 200;
const ROUNDS = 8;

/**
 * How fast the machine is from moment to moment: a process of its own does the same piece of work five times a second. It is so short that
 * nobody interrupts it in most cases. A virtual machine shares its processors with others: its speed may change within seconds, and the same
 * order may cost twice as much an hour later.
 */
export class MachineSpeed {
  readonly #worker: ChildProcess = fork(fileURLToPath(import.meta.url), ['work']);

  /** Milliseconds that the piece of work took since the last question, as the mean of the middle half; NaN before it was done once. */
  async workMs(): Promise<number> {
    this.#worker.send('tell');
    const [times] = (await once(this.#worker, 'message')) as [number[]];
    return midMean(times);
  }

  close(): void {
    this.#worker.kill();
  }
}

/* What a service does most: texts that become objects, and objects that become texts. */
async function work(): Promise<never> {
  let times: number[] = [];
  process.on('message', () => {
    process.send?.(times);
    times = [];
  });
  // Whoever asked may have been killed.
  process.on('disconnect', () => process.exit());
  const order = { id: 'order', lines: Array.from({ length: 40 }, (_, at) => ({ at, name: `General Seating ${at}`, cents: 2_500 + at })) };
  for (;;) {
    const begunAt = performance.now();
    let text = JSON.stringify(order);
    for (let round = 0; round < ROUNDS; round += 1) text = JSON.stringify(JSON.parse(text));
    times.push(performance.now() - begunAt);
    await pause(EVERY_MS);
  }
}

if (process.argv[2] === 'work' && process.send) await work();
