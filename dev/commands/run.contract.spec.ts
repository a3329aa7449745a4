import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@concert/test-kit/until';
import { ROOT } from '@concert/machine-kit/rooms';

/* `dev/run.mjs` in a project whose commands only say that they ran. */

let folder: string;
const at = (...parts: string[]) => path.join(folder, ...parts);
const noted = () => readFile(at('notes'), 'utf8').catch(() => '');
const command = async (file: string, rest = '') => {
  await mkdir(path.dirname(at(file)), { recursive: true });
  await writeFile(
    at(file),
    `import { appendFileSync } from 'node:fs';
     const note = (text) => appendFileSync(${JSON.stringify(at('notes'))}, text + '\\n');
     note([${JSON.stringify(file)}, ...process.argv.slice(2)].join(' '));
     ${rest}`,
  );
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'concert-run-'));
  await mkdir(at('node_modules/.bin'), { recursive: true });
  await mkdir(at('dev/system'), { recursive: true });
  await copyFile(path.join(ROOT, 'dev/run.mjs'), at('dev/run.mjs'));
  for (const file of ['stop-on-signals.ts', 'port-plan.mjs']) await copyFile(path.join(ROOT, 'dev/system', file), at('dev/system', file));
  await copyFile(path.join(ROOT, 'package.json'), at('package.json'));
  await writeFile(at('package-lock.json'), '{}');
  await writeFile(at('node_modules/.concert-installed'), createHash('sha256').update('{}').digest('hex'));
  await symlink(process.execPath, at('node_modules/.bin/node'));
  await command('dev/commands/build.ts', `console.log('Built');`);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function start(...words: string[]) {
  return startWith({}, ...words);
}

function startWith(env: NodeJS.ProcessEnv, ...words: string[]) {
  const child = spawn(process.execPath, [at('dev/run.mjs'), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    child,
    said: () => said,
    ended: new Promise<{ code: number | null; output: string }>((resolve) => child.once('close', (code) => resolve({ code, output }))),
  };
}

describe('a root script', () => {
  it.each([
    ['bench', 'bench/main.ts'],
    ['prove', 'dev/prove/prove.ts'],
    ['pictures', 'dev/demo/pictures.ts'],
    ['ops', 'dev/commands/ops.ts'],
  ])('%s compiles what it imports before it runs, and says nothing of that in its output', async (name, file) => {
    await command(file, `console.log('measured');`);
    expect(await start(name, 'one').ended).toEqual({ code: 0, output: 'measured\n' });
    expect(await noted()).toBe(`dev/commands/build.ts contracts service-kit\n${file} one\n`);
  });

  it('sets an installation up as one of the operations', async () => {
    await command('deploy/setup.ts');
    await command('dev/commands/ops.ts');
    expect((await start('ops', 'setup', '--check').ended).code).toBe(0);
    expect(await noted()).toMatch(/\ndeploy\/setup.ts --check\n$/);
  });

  it.each([
    [{ PORT_BASE: '70000' }, 'PORT_BASE must be a whole number'],
    [{ PORT: '6000' }, 'to which browsers open no connection'],
  ])('B8-550 that starts the system refuses %j before it installs anything', async (env, reason) => {
    await command('dev/commands/start.ts');
    await rm(at('node_modules/.concert-installed'));
    const { ended, said } = startWith({ ...env, npm_execpath: at('no-npm.js') }, 'start');
    expect((await ended).code).toBe(1);
    expect(said()).toContain(reason);
    expect(await noted()).toBe('');
  });

  it('does not run where that cannot be compiled', async () => {
    await command('bench/main.ts');
    await command('dev/commands/build.ts', 'process.exit(3);');
    expect((await start('bench').ended).code).toBe(3);
    expect(await noted()).not.toContain('bench/main.ts');
  });

  const STAYS = `const { stopOnSignals } = await import('../dev/system/stop-on-signals.ts');
     stopOnSignals().addEventListener('abort', () => { note('stopped its system'); process.exit(130); });
     note('runs');
     setInterval(() => {}, 1000);`;

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('that gets %s waits until its command has stopped what it started', async (signal) => {
    await command('bench/main.ts', STAYS);
    const { child, ended } = start('bench');
    await until('the command runs', noted, (text) => text.includes('runs'));
    child.kill(signal);
    expect((await ended).code).toBe(130);
    expect(await noted()).toMatch(/stopped its system\n$/);
  });
});
