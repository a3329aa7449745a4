import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { SystemOptions, System } from '../dev/system/system.ts';
import { startSystem } from '../dev/system/system.ts';
import { printFigure, ratio } from './figures.ts';

/** Starts a system on an empty folder, stops it, and starts it again on what is there. The second one stays. */
export async function benchStart(options: SystemOptions): Promise<System> {
  const cold = await timed(() => startSystem(options));
  await cold.result.stop();
  const warm = await timed(() => startSystem(options));
  printFigure('start with empty data', `${(cold.ms / 1_000).toFixed(1)} s`, 'packages installed, rooms built');
  printFigure('start with data', `${(warm.ms / 1_000).toFixed(1)} s`, `${ratio(warm.ms / cold.ms)} of the first`);
  return warm.result;
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const from = performance.now();
  return { result: await work(), ms: performance.now() - from };
}

/** Memory of everything the system runs, each shared page counted once (proportional set size). */
export async function benchMemory(system: System): Promise<void> {
  const processes = JSON.parse(await readFile(`${system.dataFolder}/processes.json`, 'utf8')) as { name: string; pid: number }[];
  let total = 0;
  const parts: string[] = [];
  for (const { name, pid } of processes) {
    const kilobytes = await treeMemory(pid);
    total += kilobytes;
    parts.push(`${name} ${(kilobytes / 1_024).toFixed(0)}`);
  }
  printFigure('memory at rest, all processes', `${(total / 1_024).toFixed(0)} MB`, parts.join(', '));
}

async function treeMemory(root: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-e', '-o', 'pid=,ppid=']);
  const children = new Map<number, number[]>();
  for (const row of stdout.trim().split('\n')) {
    const [pid, parent] = row.trim().split(/\s+/).map(Number) as [number, number];
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  let sum = 0;
  const queue = [root];
  for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
    queue.push(...(children.get(pid) ?? []));
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    sum += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
  }
  return sum;
}
