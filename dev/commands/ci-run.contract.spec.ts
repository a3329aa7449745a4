import { spawn } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findProgram } from '@concert/machine-kit/programs';
import { until } from '@concert/test-kit/until';
import { ROOT } from '@concert/machine-kit/rooms';

/* `.ci/run` with a test run and a container engine that only say what they were asked. */

let folder: string;

const at = (...parts: string[]) => path.join(folder, ...parts);
const program = async (place: string, lines: string) => {
  await mkdir(path.dirname(at(place)), { recursive: true });
  await writeFile(at(place), `#!/usr/bin/env bash\n${lines}\n`);
  await chmod(at(place), 0o755);
};
const noted = () => readFile(at('notes'), 'utf8').catch(() => '');
const ENGINE = 'echo "export DOCKER_HOST=unix:///somewhere MONGO_IMAGE=local/mongo"';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'concert-ci-'));
  await mkdir(at('project/.ci'), { recursive: true });
  await copyFile(path.join(ROOT, '.ci/run'), at('project/.ci/run'));
  await mkdir(at('bin'));
  for (const name of ['bash', 'env', 'timeout', 'dirname', 'sleep'])
    await symlink((await findProgram(name, (process.env.PATH ?? '').split(path.delimiter)))!, at('bin', name));
  await program('bin/node', `echo "$1 $2 on \${DOCKER_HOST:-this machine}" >> "${at('notes')}"; exit 3`);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function ci(env: Readonly<Record<string, string>> = {}) {
  const child = spawn(at('project/.ci/run'), {
    env: { PATH: at('bin'), CONCERT_CONTAINERS_SECONDS: '2', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    child,
    ended: new Promise<{ code: number | null; output: string }>((resolve) => child.once('close', (code) => resolve({ code, output }))),
  };
}

describe('what runs on every change', () => {
  it('takes servers of this machine at once where no engine can be had, and ends as the tests end', async () => {
    const { code, output } = await ci().ended;
    expect([code, output, await noted()]).toEqual([
      3,
      'Containers: no engine answers, so every test runs on servers of this machine.\n',
      'dev/run.mjs test on this machine\n',
    ]);
  });

  it.each([
    ['hangs', 'sleep 600'],
    ['fails', 'exit 1'],
  ])('goes on without an engine that %s', async (_, lines) => {
    await program('bin/dockerd', '');
    await program('shared/tools/containers', `echo "engine $1" >> "${at('notes')}"; case $1 in env) exit 1;; start) ${lines};; esac`);
    const { code, output } = await ci().ended;
    expect([code, output]).toEqual([
      3,
      'Containers: ../shared/tools/containers made no engine in time, so every test runs on servers of this machine.\n',
    ]);
    expect(await noted()).toBe('engine env\nengine start\nengine stop\ndev/run.mjs test on this machine\n');
  });

  it('passes an end on to the tests, waits for them, and stops the engine it started', async () => {
    await program('bin/dockerd', '');
    await program('shared/tools/containers', `echo "engine $1" >> "${at('notes')}"; [ "$1" != env ] || exit 1; ${ENGINE}`);
    await program(
      'bin/node',
      `trap 'echo "tests ended" >> "${at('notes')}"; exit 130' TERM; echo "tests run" >> "${at('notes')}"; for i in {1..6000}; do sleep 0.1; done`,
    );
    const run = ci();
    await until('the tests run', noted, (text) => text.includes('tests run'));
    run.child.kill('SIGTERM');
    expect((await run.ended).code).toBe(130);
    expect(await noted()).toMatch(/tests run\ntests ended\nengine stop\n$/);
  });
});
