import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type mongoose from 'mongoose';

/** What the machine and the database did until a moment. */
export interface Reading {
  readonly at: number;
  /** Milliseconds of processor each process has used, what it started included. */
  readonly cpuMs: ReadonlyMap<string, number>;
  readonly commands: ReadonlyMap<string, number>;
  readonly transactions: { readonly committed: number; readonly aborted: number };
  readonly documents: { readonly inserted: number; readonly updated: number };
}

/** The same between two moments. */
export type ResourceUsage = Omit<Reading, 'at'> & { readonly seconds: number };

interface Status {
  readonly metrics: {
    readonly commands: Record<string, { total: number } | number>;
    readonly document: { inserted: number; updated: number };
  };
  readonly transactions: { totalCommitted: number; totalAborted: number };
}

/** How members and drivers keep watch, whether or not anybody buys. */
const WATCHING = new Set(['hello', 'isMaster', 'ismaster', 'ping', 'serverStatus', 'replSetHeartbeat', 'replSetUpdatePosition']);

/** A process beside those that the system has noted. */
export interface NamedProcess {
  readonly name: string;
  readonly pid: number;
}

/** Reads what a running system has used. @param load how the process that makes the load is called */
export class Meters {
  readonly #root: mongoose.Connection;
  readonly #dataFolder: string;
  readonly #others: readonly NamedProcess[];

  /** @param root may read the server's status */
  constructor(root: mongoose.Connection, dataFolder: string, others: readonly NamedProcess[] = []) {
    this.#root = root;
    this.#dataFolder = dataFolder;
    this.#others = others;
  }

  async read(): Promise<Reading> {
    const [cpuMs, status] = await Promise.all([this.#cpu(), this.#root.db!.admin().serverStatus() as Promise<unknown> as Promise<Status>]);
    const commands = Object.entries(status.metrics.commands).flatMap(([name, count]): [string, number][] =>
      typeof count === 'number' || WATCHING.has(name) || count.total === 0 ? [] : [[name, Number(count.total)]],
    );
    return {
      at: performance.now(),
      cpuMs,
      commands: new Map(commands),
      transactions: { committed: Number(status.transactions.totalCommitted), aborted: Number(status.transactions.totalAborted) },
      documents: { inserted: Number(status.metrics.document.inserted), updated: Number(status.metrics.document.updated) },
    };
  }

  async #cpu(): Promise<Map<string, number>> {
    const noted = await readFile(path.join(this.#dataFolder, 'processes.json'), 'utf8').then((text) => JSON.parse(text) as NamedProcess[]);
    const used = await processorTimes();
    const { user, system } = process.cpuUsage();
    const sums = new Map([['load', (user + system) / 1_000]]);
    for (const { name, pid } of [...noted, ...this.#others]) sums.set(name, (sums.get(name) ?? 0) + treeTime(used, pid));
    return sums;
  }
}

/** What was used between two readings. */
export function usageBetween(before: Reading, after: Reading): ResourceUsage {
  const less = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>) =>
    new Map([...b].map(([name, value]) => [name, value - (a.get(name) ?? 0)]));
  return {
    seconds: (after.at - before.at) / 1_000,
    cpuMs: less(before.cpuMs, after.cpuMs),
    commands: less(before.commands, after.commands),
    transactions: {
      committed: after.transactions.committed - before.transactions.committed,
      aborted: after.transactions.aborted - before.transactions.aborted,
    },
    documents: {
      inserted: after.documents.inserted - before.documents.inserted,
      updated: after.documents.updated - before.documents.updated,
    },
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

function treeTime(used: ReadonlyMap<number, Used>, root: number): number {
  let ms = used.get(root)?.ms ?? 0;
  for (const [id, { parent }] of used) if (parent === root) ms += treeTime(used, id);
  return ms;
}
