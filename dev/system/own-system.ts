import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { lockHolder } from '@concert/machine-kit/lock';
import { clearOrphans } from '@concert/machine-kit/orphans';
import { systemFilePaths } from './address.ts';
import { freePlan } from './ports.ts';
import { startSystem, type System, type SystemOptions } from './system.ts';

const PREFIX = 'concert-system-';

/** A system beside any other: on an empty folder and, unless ports are given, on free ones. */
export interface OwnSystemOptions extends Omit<SystemOptions, 'dataFolder'> {
  /** The folder that its logs are kept in when its own one is removed. */
  readonly logs?: string;
}

/** Starts one. Its stop removes its folder, and so does a start that fails. */
export async function startOwnSystem({ logs, env = process.env, ...options }: OwnSystemOptions): Promise<System> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), PREFIX));
  const files = systemFilePaths(dataFolder);
  const clear = async (): Promise<void> => {
    if (logs) await rm(logs, { recursive: true, force: true });
    if (logs) await cp(files.logs, logs, { recursive: true }).catch(() => undefined);
    await rm(dataFolder, { recursive: true, force: true });
  };
  const { PORT: _port, NODE_ENV: _mode, ...given } = env;
  try {
    const system = await startSystem({ ports: await freePlan(), ...options, dataFolder, env: given });
    return { ...system, stop: () => system.stop().finally(clear) };
  } catch (error) {
    await clear();
    if (!logs || !(error instanceof Failure)) throw error;
    // Where its logs are from now on.
    throw new Failure(error.message, error.next.replaceAll(files.logs, logs), error);
  }
}

/** Stops the systems of runs that ended before they could do so themselves. */
export async function clearAbandonedSystems(): Promise<void> {
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
