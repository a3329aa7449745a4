import { readFile } from 'node:fs/promises';
import type { SystemAddress } from './address.ts';

/** Names the data folder of a system that journeys shall use instead of starting one. */
export const USE_SYSTEM = 'CONCERT_SYSTEM_DATA';

/** Carries the address of the system from the run's setup to every test file. */
const VARIABLE = 'CONCERT_SYSTEM';

/** Hands the address to every test file of this run. */
export function announceSystem(address: SystemAddress): void {
  process.env[VARIABLE] = JSON.stringify(address);
}

/** The system the journeys of this run go through. */
export function runningSystem(): SystemAddress {
  const text = process.env[VARIABLE];
  if (text === undefined)
    throw new Error('No system in this run: name the file *.e2e.spec.ts and put it into e2e/, so that the project "e2e" starts one.');
  return JSON.parse(text) as SystemAddress;
}

/** The processes of a running system, and how often each was restarted because it had ended by itself. */
export async function processesOf(dataFolder: string): Promise<{ name: string; pid: number; bornAt: string; restarts?: number }[]> {
  return JSON.parse(await readFile(`${dataFolder}/processes.json`, 'utf8')) as Awaited<ReturnType<typeof processesOf>>;
}
