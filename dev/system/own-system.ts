import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { clearAbandoned } from '@concert/machine-kit/orphans';
import { systemFilePaths } from './address.ts';
import { freePlan } from './ports.ts';
import { startSystem, type System, type SystemOptions } from './system.ts';

const PREFIX = 'concert-system-';

/** A system beside any other: on an empty folder and, unless ports are given, on free ones. */
export interface OwnSystemOptions extends Omit<SystemOptions, 'dataFolder'> {
  /** The folder that its logs are kept in when its own one is removed. */
  readonly logs?: string;
  /** Puts data into its folder before it starts. */
  readonly fill?: (dataFolder: string) => Promise<void>;
}

/** Starts one. Its stop removes its folder, and so does a start that fails. */
export async function startOwnSystem({ logs, fill, env = process.env, ...options }: OwnSystemOptions): Promise<System> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), PREFIX));
  const files = systemFilePaths(dataFolder);
  const clear = async (): Promise<void> => {
    if (logs) await rm(logs, { recursive: true, force: true });
    if (logs) await cp(files.logs, logs, { recursive: true }).catch(() => undefined);
    await rm(dataFolder, { recursive: true, force: true });
  };
  const { PORT: _port, NODE_ENV: _mode, ...given } = env;
  try {
    await fill?.(dataFolder);
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
export const clearAbandonedSystems = (): Promise<void> => clearAbandoned(PREFIX);
