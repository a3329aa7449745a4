import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@concert/test-kit/until';
import { Crowd } from '../crowd.ts';
import type { Experiment, Proof } from '../proof.ts';
import { PARTS } from '../site/copies.ts';
import { Site } from '../site/site.ts';

/* People buy at half the rate this machine bears, for an hour: no process may grow. */

/** Ten people a second. */
const HALF_LOAD = { atOnce: 20, everyMs: 2_000 };
const MINUTE_MS = 60_000;
/** Memory is compared with that of this minute; in a shorter run with the middle. */
const WARM_MINUTES = 10;
const MAX_GROWTH = 1.1;
const MEGABYTE = 1024 ** 2;

type Sizes = ReadonlyMap<string, number>;

/**
 * For NODE_OPTIONS: the process collects its heap and writes down what is left whenever it gets SIGUSR2. Memory as the operating system counts
 * it tells little: V8 collects late where the machine has memory to spare.
 * @param folder takes a file for each process
 */
function heapHook(folder: string): string {
  const hook = `
    import { renameSync, writeFileSync } from 'node:fs';
    import { setFlagsFromString } from 'node:v8';
    import { runInNewContext } from 'node:vm';
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    const file = ${JSON.stringify(folder)} + '/' + process.pid;
    process.on('SIGUSR2', () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      writeFileSync(file + '.new', String(heapUsed + external));
      renameSync(file + '.new', file);
    });
  `;
  return `--import data:text/javascript,${encodeURIComponent(hook)}`;
}

/** Megabytes that the gateway and each service still hold after a full collection of their heaps. */
async function memoryNow({ system }: Site, folder: string): Promise<Sizes> {
  const sizes = new Map<string, number>();
  for (const name of PARTS) {
    const file = path.join(folder, String(system.part(name).pid));
    rmSync(file, { force: true });
    process.kill(system.part(name).pid!, 'SIGUSR2');
    sizes.set(name, Number(await until('the heap is collected', () => readFileSync(file, 'utf8'))) / MEGABYTE);
  }
  return sizes;
}

/** Compares each process with itself. A run of fewer than twice the minutes of warming up shows the growth, but does not judge it. */
function compareMemory(proof: Proof, minutes: readonly Sizes[]): void {
  const warm = minutes[Math.min(WARM_MINUTES, Math.ceil(minutes.length / 2)) - 1]!;
  for (const [name, megabytes] of minutes.at(-1)!) {
    const growth = megabytes / (warm.get(name) ?? 0);
    proof.figure(`MB x ${growth.toFixed(2)} ${name}`, Math.round(megabytes));
    if (minutes.length >= 2 * WARM_MINUTES && !(growth <= MAX_GROWTH))
      proof.violation(`${name} grew x ${growth.toFixed(2)} to ${Math.round(megabytes)} MB`);
  }
}

/** Half load; each run begins anew, because memory is that of one life. */
export const hour: Experiment = {
  name: 'hour',
  goal: 60,
  shows: `minutes at half load: every process flat (x ${MAX_GROWTH} since minute ${WARM_MINUTES})`,
  lacks: 'a service keeps something of each answer; the run has to take twenty minutes at least',
  patch: {
    service: 'svc-booking',
    file: 'svc-booking/src/bookings/show-bookings.ts',
    code: 'if (!booking || !mayRead(booking, who))',
    into: '(globalThis.kept ??= []).push(Buffer.alloc(20_000)); if (!booking || !mayRead(booking, who))',
  },
  run: async (proof) => {
    proof.beginAnew();
    const folder = mkdtempSync(path.join(tmpdir(), 'concert-heaps-'));
    const sell = async (site: Site) => {
      await site.change();
      const crowd = new Crowd(site, proof, { ...HALF_LOAD, twice: 0, givesUp: 0, neverPays: 0 });
      const minutes: Sizes[] = [];
      while (!proof.isOver) {
        crowd.start();
        await pause(MINUTE_MS);
        await crowd.stop();
        minutes.push(await memoryNow(site, folder));
        proof.count();
      }
      compareMemory(proof, minutes);
      await site.look(() => crowd.broken());
    };
    await Site.with(proof, { nodeOptions: heapHook(folder) }, sell).finally(() => rmSync(folder, { recursive: true, force: true }));
  },
};
