import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { startProcess } from '@concert/machine-kit/processes';
import { bundleWeb, compileServers, forgetBundle } from '@concert/machine-kit/build';
import { reportAndExit } from '../system/report-and-exit.ts';
import { Progress } from '../system/progress.ts';
import { ROOM_NAMES, ROOT, SERVER_ROOMS, WEB_ROOMS } from '@concert/machine-kit/rooms';
import { DATA_FOLDER, startScreen } from './start.ts';
import { untilAborted, stopOnSignals } from '../system/stop-on-signals.ts';
import { startSystem, type System } from '../system/system.ts';
import { watchFolder } from './watch-folder.ts';

/** Compiles a server room after each change and restarts what runs it. */
async function watchServerRoom(name: string, system: System, progress: Progress, signal: AbortSignal): Promise<void> {
  const room = SERVER_ROOMS.find((one) => one.name === name)!;
  const isProcess = system.parts.some((part) => part.name === name);
  const affected = isProcess
    ? [name]
    : system.parts.map((part) => part.name).filter((part) => part === 'gateway' || part.startsWith('svc-'));
  await watchFolder(path.join(ROOT, room.from), signal, async () => {
    await progress
      .step(`${name} again`, async () => {
        if ((await compileServers([name])) > 0) await Promise.all(affected.map((part) => system.part(part).restart()));
      })
      .catch((error: Error) => progress.line(error.message));
  });
}

/** Bundles a web room after each change of it or of what is built into it. */
async function watchWebRoom(name: string, progress: Progress, signal: AbortSignal): Promise<void> {
  const room = WEB_ROOMS.find((one) => one.name === name)!;
  for (const input of room.inputs) {
    await watchFolder(path.join(ROOT, input), signal, async () => {
      await progress.step(`${name} again`, () => bundleWeb([name])).catch((error: Error) => progress.line(error.message));
    });
  }
}

/** The bundler's own watch mode: keeps everything in memory and is the fastest for one room. */
async function bundleContinuously(name: string, system: System, progress: Progress): Promise<() => Promise<void>> {
  await forgetBundle(name);
  const logFile = path.join(system.logs, `${name}-watch.log`);
  const running = await startProcess({
    name,
    command: 'npm',
    args: ['run', '--silent', 'watch', '-w', name],
    cwd: ROOT,
    logFile,
    graceMs: 3_000,
  });
  progress.line(`  ok ${name} is bundled again after each change; what the bundler says is in ${path.relative(ROOT, logFile)}`);
  void running.exited.then(async ({ code }) => progress.line(`  !! The bundler of ${name} ended (code ${code}): ${await running.tail()}`));
  return () => running.stop();
}

const signal = stopOnSignals();
const progress = new Progress();
try {
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((name) => !ROOM_NAMES.includes(name));
  if (unknown.length > 0)
    throw new Failure(`There is no room named ${unknown.join(', ')}.`, `choose from ${ROOM_NAMES.join(', ')}, or name none to watch all.`);
  const system = await startSystem({ dataFolder: DATA_FOLDER, progress, signal });
  const stops: (() => Promise<void>)[] = [];
  for (const { name } of SERVER_ROOMS)
    if (chosen.length === 0 || chosen.includes(name)) await watchServerRoom(name, system, progress, signal);
  for (const { name } of WEB_ROOMS) {
    if (chosen.length === 0) await watchWebRoom(name, progress, signal);
    else if (chosen.includes(name)) stops.push(await bundleContinuously(name, system, progress));
  }
  console.log(`\n${startScreen(system)}\n\nWatching ${chosen.length > 0 ? chosen.join(', ') : 'every room'}\n`);
  await untilAborted(signal);
  console.log('\nStopping …');
  await Promise.all([system.stop(), ...stops.map((stop) => stop())]);
  process.exit(0);
} catch (error) {
  if (!signal.aborted) reportAndExit(error);
  process.exit(130);
}
