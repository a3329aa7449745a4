import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePortBase, planPorts } from '../dev/system/ports.ts';
import { Progress } from '../dev/system/progress.ts';
import { endOnSignals, stopOnSignals } from '../dev/system/stop-on-signals.ts';
import type { System, SystemOptions } from '../dev/system/system.ts';

/** Aborts when the measurement is asked to end. */
export const endSignal = stopOnSignals();

/** Registers what has to be undone then. */
export const onEndSignal = endOnSignals(endSignal);

/** What a system needs that runs beside any other. */
type Place = SystemOptions & Required<Pick<SystemOptions, 'ports'>>;

/**
 * Measures a system of the measurement's own, on an empty folder and free ports. However the measurement ends, the system is stopped and
 * its folder removed.
 */
export async function withOwnSystem(
  start: (place: Place) => Promise<System>,
  measure: (system: System) => Promise<void>,
  { PORT: _, ...env }: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'concert-bench-'));
  const ports = planPorts({ PORT_BASE: String(await freePortBase()) });
  const starting = start({ dataFolder, env, ports, progress: new Progress(false), signal: endSignal });
  const end = async () => {
    await starting.then(
      (system) => system.stop(),
      () => undefined,
    );
    await rm(dataFolder, { recursive: true, force: true });
  };
  onEndSignal(end);
  try {
    await measure(await starting);
  } finally {
    await end();
  }
}
