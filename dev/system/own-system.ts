import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePortBase, planPorts } from './ports.ts';
import { endOnSignals, stopOnSignals } from './stop-on-signals.ts';
import type { System, SystemOptions } from './system.ts';

/** Aborts when the command is asked to end. */
export const endSignal = stopOnSignals();

/** Registers what has to be undone then. */
const onEndSignal = endOnSignals(endSignal);

/** What a system needs that runs beside any other. */
type Place = SystemOptions & Required<Pick<SystemOptions, 'ports'>>;

/** Works with a system of its own, on an empty folder and free ports. However the work ends, the system is stopped and its folder removed. */
export async function withOwnSystem<T>(
  start: (place: Place) => Promise<System>,
  work: (system: System) => Promise<T>,
  { PORT: _, ...env }: NodeJS.ProcessEnv = process.env,
): Promise<T> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'concert-own-'));
  const ports = planPorts({ PORT_BASE: String(await freePortBase()) });
  const starting = start({ dataFolder, env, ports, signal: endSignal });
  const undo = async () => {
    await starting.then(
      (system) => system.stop(),
      () => undefined,
    );
    await rm(dataFolder, { recursive: true, force: true });
  };
  let undone: Promise<void> | undefined;
  const end = () => (undone ??= undo());
  onEndSignal(end);
  try {
    return await work(await starting);
  } finally {
    await end();
  }
}
