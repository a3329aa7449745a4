import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT, SERVICES } from '../../dev/system/rooms.ts';
import type { SystemOptions } from '../../dev/system/system.ts';
import type { NamedProcess, Spent } from '../meters.ts';

type AllSettings = NonNullable<SystemOptions['settings']>;
const PROFILED = ['gateway', ...SERVICES, 'payments', 'mailbox'] as const;
const TOP = 15;
/** How long a process may take to write its profile. */
const WRITING_MS = 5_000;

interface Profile {
  readonly nodes: readonly { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Notes where the time of every process of Node goes during a stretch. */
export class Profiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = path.resolve(folder);
  }

  /** What each process has to be started with. */
  settings(others: AllSettings): AllSettings {
    const load = `--import=${fileURLToPath(new URL('profiled.ts', import.meta.url))}`;
    return Object.fromEntries(
      PROFILED.map((name) => [name, { ...others[name], NODE_OPTIONS: load, PROFILE_FOLDER: this.#folder, PROFILE_NAME: name }]),
    );
  }

  /** @param copies processes that run beside those of the system */
  async begin(dataFolder: string, copies: readonly NamedProcess[] = []): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    for (const name of PROFILED) for (const file of await this.#profilesOf(name)) await rm(file);
    await this.#signal(dataFolder, copies);
  }

  /** Prints what took most time itself, for each process. @param orders bought meanwhile @param spent in the same time */
  async end(dataFolder: string, orders: number, { cpuMs }: Spent, copies: readonly NamedProcess[] = []): Promise<void> {
    await this.#signal(dataFolder, copies);
    await pause(WRITING_MS);
    // All copies of a service.
    const processorOf = (part: string) => [...cpuMs].reduce((sum, [name, ms]) => sum + (name.startsWith(part) ? ms : 0), 0);
    for (const name of PROFILED) {
      for (const file of await this.#profilesOf(name))
        print(path.basename(file), JSON.parse(await readFile(file, 'utf8')) as Profile, processorOf(name) / orders);
    }
  }

  async #profilesOf(name: string): Promise<string[]> {
    const files = await readdir(this.#folder);
    return files.filter((file) => file.startsWith(`${name}-`) && file.endsWith('.cpuprofile')).map((file) => path.join(this.#folder, file));
  }

  async #signal(dataFolder: string, copies: readonly NamedProcess[]): Promise<void> {
    const processes = JSON.parse(await readFile(path.join(dataFolder, 'processes.json'), 'utf8')) as NamedProcess[];
    for (const { name, pid } of [...processes, ...copies]) if (PROFILED.some((part) => name.startsWith(part))) process.kill(pid, 'SIGUSR2');
  }
}

/**
 * The profiler's clock goes on while the process waits for a processor: its shares are right, and the whole is what the
 * system counted.
 */
function print(file: string, { nodes, samples, timeDeltas }: Profile, msAnOrder: number): void {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map<string, number>();
  const packages = new Map<string, number>();
  let busy = 0;
  for (const [index, id] of samples.entries()) {
    const { functionName, url, lineNumber } = frames.get(id)!;
    if (functionName === '(idle)' || url === 'node:inspector') continue;
    const ms = (timeDeltas[index] ?? 0) / 1_000;
    busy += ms;
    const place = url === '' ? '' : ` ${url.replace('file://', '').replace(`${ROOT}/`, '')}:${lineNumber + 1}`;
    add(functions, `${functionName || '(anonymous)'}${place}`, ms);
    add(packages, packageOf(functionName, url), ms);
  }
  process.stdout.write(`\n${file}: ${msAnOrder.toFixed(2)} ms an order\n`);
  for (const [title, sums] of [
    ['function', functions],
    ['package', packages],
  ] as const) {
    process.stdout.write(`  by ${title}\n`);
    for (const [what, ms] of [...sums].sort(([, one], [, other]) => other - one).slice(0, TOP))
      process.stdout.write(`  ${((ms / busy) * msAnOrder).toFixed(3)} ms ${((ms / busy) * 100).toFixed(1).padStart(5)} %  ${what}\n`);
  }
}

function add(sums: Map<string, number>, key: string, ms: number): void {
  sums.set(key, (sums.get(key) ?? 0) + ms);
}

function packageOf(functionName: string, url: string): string {
  if (url === '') return functionName.startsWith('(') ? functionName : '(native)';
  const inside = url.split('/node_modules/').at(-1)!;
  if (inside !== url)
    return inside
      .split('/')
      .slice(0, inside.startsWith('@') ? 2 : 1)
      .join('/');
  return url.startsWith('node:') ? url : url.replace('file://', '').replace(`${ROOT}/`, '').split('/').slice(0, 4).join('/');
}
