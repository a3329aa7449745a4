import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The process that plays a part of the system now. */
export async function pidOf({ dataFolder }: { readonly dataFolder: string }, process: string): Promise<number> {
  const processes = JSON.parse(await readFile(path.join(dataFolder, 'processes.json'), 'utf8')) as { name: string; pid: number }[];
  return processes.find(({ name }) => name === process)!.pid;
}

/** How much a process worked in two seconds, as a share of one processor. */
export async function cpuShareOf(pid: number): Promise<number> {
  const before = await cpuOf(pid);
  await pause(2_000);
  return ((await cpuOf(pid)) - before) / 2_000;
}

/** Milliseconds of processor a process has used. */
export async function cpuOf(pid: number): Promise<number> {
  // Hundredths of a second in user and system mode: see proc_pid_stat(5).
  const [, , , , , , , , , , , user, system] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
  return (Number(user) + Number(system)) * 10;
}

/** Memory a process holds, in megabytes; 0 when it is gone. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024;
}
