import { readdir, readFile } from 'node:fs/promises';
import type { SystemAddress } from '../dev/system/address.ts';
import { processesOf } from '../dev/system/running-system.ts';
import type { SystemUnderTest } from './system-under-test.ts';

/** What the machine and the database did until a moment. */
export interface Reading {
  readonly at: number;
  /** Milliseconds of processor each process has used, what it started included. */
  readonly cpuMs: ReadonlyMap<string, number>;
  readonly commands: ReadonlyMap<string, number>;
}

/** What was used between two moments. */
export type ResourceUsage = Omit<Reading, 'at'> & { readonly seconds: number };

interface Status {
  readonly metrics: { readonly commands: Record<string, { total: number } | number> };
}

/** How members and drivers keep watch, whether or not anybody buys. */
const WATCHING = new Set(['hello', 'isMaster', 'ismaster', 'ping', 'serverStatus', 'replSetHeartbeat', 'replSetUpdatePosition']);

/** Parts of the surroundings, whose work would be another's in earnest. */
const SURROUNDINGS = new Set(['load', 'payments', 'mailbox', 'identity']);

/** The processor time of everything of ours. */
export function ours(cpuMs: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...cpuMs].filter(([name]) => !SURROUNDINGS.has(name)));
}

/** The processor time of the load and the stand-ins. */
export function surroundings(cpuMs: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...cpuMs].filter(([name]) => SURROUNDINGS.has(name)));
}

/** Reads what a running system has used; this process, which makes the load, is called `load`. */
export async function readMeters({ system, root }: SystemUnderTest): Promise<Reading> {
  const server = root.db!.admin();
  const [cpuMs, status] = await Promise.all([processorTimesOf(system), server.serverStatus() as Promise<unknown> as Promise<Status>]);
  const commands = Object.entries(status.metrics.commands).flatMap(([name, count]): [string, number][] =>
    typeof count === 'number' || WATCHING.has(name) || count.total === 0 ? [] : [[name, Number(count.total)]],
  );
  return { at: performance.now(), cpuMs, commands: new Map(commands) };
}

async function processorTimesOf(address: SystemAddress): Promise<Map<string, number>> {
  const noted = await processesOf(address.dataFolder);
  const used = await processorTimes();
  const { user, system } = process.cpuUsage();
  const sums = new Map([['load', (user + system) / 1_000]]);
  for (const { name, pid } of noted)
    sums.set(name, (sums.get(name) ?? 0) + treeOf(used, pid).reduce((sum, id) => sum + (used.get(id)?.ms ?? 0), 0));
  return sums;
}

/** What was used between two readings. */
export function usageBetween(before: Reading, after: Reading): ResourceUsage {
  const less = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>) =>
    new Map([...b].map(([name, value]) => [name, value - (a.get(name) ?? 0)]));
  return {
    seconds: (after.at - before.at) / 1_000,
    cpuMs: less(before.cpuMs, after.cpuMs),
    commands: less(before.commands, after.commands),
  };
}

interface Used {
  readonly parent: number;
  readonly ms: number;
}

/** Every process of the machine, by its id: see proc_pid_stat(5). Its times are hundredths of a second. */
async function processorTimes(): Promise<Map<number, Used>> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const used = new Map<number, Used>();
  for (const id of ids) {
    const text = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (text !== '') used.set(Number(id), { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * 10 });
  }
  return used;
}

/** A process and all it started. */
function treeOf(all: ReadonlyMap<number, Used>, root: number): number[] {
  return [root, ...[...all].filter(([, { parent }]) => parent === root).flatMap(([id]) => treeOf(all, id))];
}
