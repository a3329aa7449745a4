import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser } from '@concert/machine-kit/browser';
import { Failure } from '@concert/machine-kit/failure';
import { clearOrphans } from '@concert/machine-kit/orphans';
import { lockHolder } from '@concert/machine-kit/lock';
import { freePortBase, planPorts } from './ports.ts';
import { ROOT } from '@concert/machine-kit/rooms';
import { announceSystem, USE_SYSTEM } from './running-system.ts';
import { readAddress, systemFilePaths } from './address.ts';
import { startSystem, type SystemOptions } from './system.ts';

/** What the processes of the last journeys logged, kept to find out why one failed. */
export const JOURNEY_LOGS = path.join(ROOT, '.cache/e2e-logs');

const PREFIX = 'concert-system-';

const SETTINGS = {
  // All journeys come from one address, and on a quick machine they ask more often than the default allows one.
  gateway: { RATE_LIMIT_PER_MINUTE: '30000', RATE_LIMIT_AUTH_PER_MINUTE: '30000', RATE_LIMIT_FORMS_PER_MINUTE: '300' },
  // Beside other tests an export that gives way would hardly run.
  'svc-booking': { BOOKING_EXPORT_NICENESS: '0' },
} satisfies SystemOptions['settings'];

/** Stops the systems of journeys that ended before they could do so themselves. */
export async function clearAbandonedJourneys(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = path.join(tmpdir(), name);
    const files = systemFilePaths(folder);
    if (!existsSync(files.lock) || (await lockHolder(files.lock)) !== undefined) continue;
    // What belongs to another user is left to that user.
    await clearOrphans(files.processes)
      .then(() => rm(folder, { recursive: true, force: true }))
      .catch(() => undefined);
  }
}

let end: (() => Promise<void>) | undefined;

/** Runs once before the journeys: a system of their own, on ports and data of its own, so that a running `npm start` is not disturbed. */
export async function startJourneys(): Promise<void> {
  const given = process.env[USE_SYSTEM];
  if (given) {
    const address = await readAddress(path.resolve(ROOT, given));
    if (address === undefined) throw new Error(`No system runs on the data in ${given}.`);
    announceSystem(address);
    return;
  }
  process.env.CHROME_PATH ??= await findBrowser({ say: (text) => console.log(text) });
  await clearAbandonedJourneys();
  const dataFolder = await mkdtemp(path.join(tmpdir(), PREFIX));
  const { PORT: _port, NODE_ENV: _mode, ...env } = process.env;
  const ports = planPorts({ PORT_BASE: String(await freePortBase()) });
  const clear = async (): Promise<void> => {
    await rm(JOURNEY_LOGS, { recursive: true, force: true });
    await cp(path.join(dataFolder, 'logs'), JOURNEY_LOGS, { recursive: true }).catch(() => undefined);
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    const system = await startSystem({ dataFolder, ports, env, settings: SETTINGS });
    const { parts: _parts, part: _part, stop, ...address } = system;
    announceSystem(address);
    end = async () => {
      await stop();
      await clear();
    };
  } catch (error) {
    await clear();
    if (!(error instanceof Failure)) throw error;
    // Where its logs are from now on.
    throw new Failure(error.message, error.next.replaceAll(systemFilePaths(dataFolder).logs, JOURNEY_LOGS), error);
  }
}

/** Runs once after the journeys, also when they failed. */
export async function stopJourneys(): Promise<void> {
  await end?.();
}
