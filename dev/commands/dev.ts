import path from 'node:path';
import { bundleWeb, compileServers } from '@concert/machine-kit/build';
import { reportAndExit } from '../system/report-and-exit.ts';
import { line, step } from '../system/progress.ts';
import { ROOT, SERVER_ROOMS, WEB_ROOMS, type ServerRoom, type WebRoom } from '@concert/machine-kit/rooms';
import { DATA_FOLDER, startScreen } from './start.ts';
import { untilAborted, stopOnSignals } from '../system/stop-on-signals.ts';
import { startSystem, type System } from '../system/system.ts';
import { watchFolders } from './watch-folders.ts';

/** Compiles a server room after each change and restarts what runs it. */
function watchServerRoom({ name, from }: ServerRoom, system: System, signal: AbortSignal): void {
  const processes = system.parts.filter((part) => part.name === 'gateway' || part.name.startsWith('svc-'));
  const own = processes.filter((part) => part.name === name);
  const affected = own.length > 0 ? own : processes;
  watchFolders([path.join(ROOT, from)], signal, () =>
    step(`${name} again`, async () => {
      if ((await compileServers([name])) > 0) await Promise.all(affected.map((part) => part.restart()));
    }).catch((error: Error) => line(error.message)),
  );
}

/** Bundles a web room after each change of it or of what is built into it. */
function watchWebRoom({ name, inputs }: WebRoom, signal: AbortSignal): void {
  const again = () =>
    step(`${name} again`, () => bundleWeb([name])).then(
      () => undefined,
      (error: Error) => line(error.message),
    );
  watchFolders(
    inputs.map((input) => path.join(ROOT, input)),
    signal,
    again,
  );
}

const signal = stopOnSignals();
try {
  const system = await startSystem({ dataFolder: DATA_FOLDER, signal });
  for (const room of SERVER_ROOMS) watchServerRoom(room, system, signal);
  for (const room of WEB_ROOMS) watchWebRoom(room, signal);
  console.log(`\n${startScreen(system)}\n\nWatching every room\n`);
  await untilAborted(signal);
  console.log('\nStopping …');
  await system.stop();
  process.exit(0);
} catch (error) {
  if (!signal.aborted) reportAndExit(error);
  process.exit(130);
}
