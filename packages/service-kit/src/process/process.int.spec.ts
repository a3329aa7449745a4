import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@concert/machine-kit/ports';
import { isHealthy, startProcess, untilStarted } from '@concert/machine-kit/processes';
import { having, including, until } from '@concert/test-kit/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UNCAUGHT_EXIT_CODE } from './process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'process-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts a process of the folder `test`. */
const start = (name: string, logFile: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  startProcess({
    name,
    command: process.execPath,
    args: [
      ...['--experimental-transform-types', '--disable-warning=ExperimentalWarning', '--conditions=source'],
      path.join(import.meta.dirname, `../../test/${name}-process.ts`),
      ...args,
    ],
    env: { ...process.env, ...env },
    logFile,
  });

describe('a process with an error that nobody caught', () => {
  it.each(['exception', 'rejection'])(
    'B9-510 says what it was, is not ready any more, answers what it took, and ends with a code of its own: %s',
    async (kind) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const logFile = path.join(folder, `${kind}.log`);
      const running = await start('failing', logFile, [String(port)]);
      try {
        await untilStarted(running, () => isHealthy(`${url}/health/ready`));
        const taken = fetch(`${url}/slow`).then(async (answer) => [answer.status, await answer.text()]);
        expect(await (await fetch(`${url}/fail/${kind}`)).text()).toBe('begun');
        await until('it is not ready', () => fetch(`${url}/health/ready`), having({ status: 503 }), { everyMs: 20 });
        expect(await taken).toEqual([200, 'whole']);
        expect(await running.exited).toEqual({ code: UNCAUGHT_EXIT_CODE, signal: null });
        const lines = (await readFile(logFile, 'utf8'))
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, unknown>);
        expect(lines).toContainEqual(
          expect.objectContaining({
            level: 'error',
            message: 'an error that nobody caught',
            kind,
            reason: 'ECONNRESET',
            fault: expect.objectContaining({ error: 'Error', stack: expect.stringContaining('failing-process.ts') }),
          }),
        );
        expect(JSON.stringify(lines)).not.toContain('secret text');
      } finally {
        await running.stop();
      }
    },
  );
});

describe('a process whose setting comes from a file', () => {
  it('B9-540 ends in order when another value lies there', async () => {
    const [key, logFile] = [path.join(folder, 'key'), path.join(folder, 'followed.log')];
    await writeFile(key, 'before');
    const env = { A_KEY_FILE: key, RESTART_FOR_NEW_SETTINGS: 'true' };
    const running = await start('followed', logFile, [], env);
    try {
      await until('it runs', () => readFile(logFile, 'utf8'), including('listening'));
      await writeFile(key, 'after');
      expect(await running.exited).toEqual({ code: 0, signal: null });
    } finally {
      await running.stop();
    }
  });
});
