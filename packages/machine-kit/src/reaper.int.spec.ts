import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@concert/test-kit/until';
import { startTimeOf } from './orphans.ts';
import { signalGroup } from './reaper.ts';

let folder: string;
let servers: number[];
beforeEach(async () => {
  servers = [];
  folder = await mkdtemp(path.join(tmpdir(), 'concert-reaper-'));
});
afterEach(async () => {
  for (const server of servers) signalGroup(server, 'SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Prints its id and stays; told to end, it says so first. */
const SERVER = `process.on('SIGTERM', () => { console.log('asked to end'); process.exit(0); }); setInterval(() => {}, 1000); console.log('ready', process.pid);`;

/** A process that starts a server, as a measurement does, and then does what `rest` says. */
async function supervisor(rest = '') {
  const log = path.join(folder, 'server.log');
  const program = path.join(folder, 'supervisor.mjs');
  const kit = fileURLToPath(new URL('./processes.ts', import.meta.url));
  await writeFile(
    program,
    `import { startProcess } from ${JSON.stringify(kit)};
     const running = await startProcess({ name: 'server', command: process.execPath, args: ['-e', ${JSON.stringify(SERVER)}], logFile: ${JSON.stringify(log)} });
     process.send('started');
     ${rest}`,
  );
  const child = spawn(process.execPath, [program], { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // The server may say that it runs before anybody watches over it.
  const started = new Promise<void>((resolve) => child.once('message', () => resolve()));
  const printed = () => readFile(log, 'utf8').catch(() => '');
  const ready = await until('the server runs', printed, (text) => /ready \d+/.test(text));
  await started;
  const server = Number(/ready (\d+)/.exec(ready)![1]);
  servers.push(server);
  return { child, ended, printed, server };
}

const untilGone = (server: number) => until('the server is gone', async () => (await startTimeOf(server)) === undefined);

describe('what a process started', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('is asked to end when the process is ended by %s', async (signal) => {
    const { child, printed, server } = await supervisor();
    child.kill(signal);
    await untilGone(server);
    expect(await printed()).toContain('asked to end');
  });

  it('ends also when the whole group of the process is killed', async () => {
    const { child, server } = await supervisor();
    signalGroup(child.pid!, 'SIGKILL');
    await untilGone(server);
  });

  it('ends with a process that fails', async () => {
    const { child, server } = await supervisor(`process.once('message', () => { throw new Error('a defect'); });`);
    child.send('fail');
    await untilGone(server);
  });

  it('lets the process end by itself once it has stopped it', async () => {
    const { child, ended, printed } = await supervisor(
      `process.once('message', () => void running.stop().then(() => process.disconnect()));`,
    );
    child.send('stop');
    await ended;
    expect([child.exitCode, await printed()]).toEqual([0, expect.stringContaining('asked to end')]);
  });
});
