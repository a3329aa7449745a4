import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTimeOf } from './orphans.ts';
import { acceptsConnections, freePort, isFree } from './ports.ts';
import { isHealthy, run, startProcess, untilStarted } from './processes.ts';
import { until } from '@concert/test-kit/until';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'concert-processes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function start(name: string, code: string, graceMs = 5_000) {
  return startProcess({ name, command: process.execPath, args: ['-e', code], logFile: path.join(folder, `${name}.log`), graceMs });
}

describe('a started process', () => {
  it('is ready when it answers, and its port is free again after the stop', async () => {
    const port = await freePort();
    const running = await start('server', `require('http').createServer((q, r) => r.end()).listen(${port}, '127.0.0.1')`);
    await untilStarted(running, () => isHealthy(`http://127.0.0.1:${port}/`));
    expect(await acceptsConnections(port)).toBe(true);
    expect(await isFree(port)).toBe(false);
    await running.stop();
    expect(await isFree(port)).toBe(true);
  });

  it('that ends before it is ready fails the wait at once, with what it printed', async () => {
    const running = await start('broken', `console.error('SERVICE_PORT is missing'); process.exit(3)`);
    const started = performance.now();
    await expect(untilStarted(running, () => Promise.resolve(false))).rejects.toThrow(/ended with code 3[^]*SERVICE_PORT is missing/);
    expect(performance.now() - started).toBeLessThan(30_000);
    await running.stop();
  });

  it('B8-527 is waited for as long as its log grows, and whoever waits is told', async () => {
    const said: string[] = [];
    const running = await start('slow', "setInterval(() => console.log('still at it', Date.now()), 100)");
    const readyAt = performance.now() + 2_500;
    await untilStarted(running, () => Promise.resolve(performance.now() > readyAt), {
      silenceMs: 1_500,
      tellMs: 500,
      say: (text) => said.push(text),
    });
    expect(said.length).toBeGreaterThan(1);
    expect(said[0]).toMatch(/^slow has been starting for \d+ s/);
    await running.stop();
  });

  it('is given up when its log stands still', async () => {
    const running = await start('silent', "console.log('first and last'); setInterval(() => {}, 1000)");
    await expect(untilStarted(running, () => Promise.resolve(false), { silenceMs: 1_000 })).rejects.toThrow(
      /silent did not get ready: waited 1000 ms, and its log did not grow\nfirst and last/,
    );
    await running.stop();
  });

  it('that does not listen to SIGTERM is killed after its grace, with its children', async () => {
    const running = await start(
      'stubborn',
      `process.on('SIGTERM', () => {}); const child = require('child_process').spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"]); console.log('child', child.pid); setInterval(() => {}, 1000)`,
      200,
    );
    const named = (text: string) => /child \d+/.test(text);
    const printed = await until('it named its child', () => running.tail(), named);
    const child = Number(/child (\d+)/.exec(printed)![1]);
    await running.stop();
    expect((await running.exited).signal).toBe('SIGKILL');
    await until('the child is gone', async () => (await startTimeOf(child)) === undefined);
  });

  it('may be stopped twice', async () => {
    const running = await start('idle', 'setInterval(() => {}, 1000)');
    await Promise.all([running.stop(), running.stop()]);
    expect((await running.exited).signal).toBe('SIGTERM');
  });
});

describe('running a program to its end', () => {
  it('gives its code, all it printed, and its results without its remarks', async () => {
    expect(await run(process.execPath, ['-e', "console.log('one'); console.error('two'); process.exit(4)"])).toMatchObject({
      code: 4,
      output: expect.stringMatching(/one[^]*two|two[^]*one/),
      stdout: 'one\n',
    });
  });

  it('ends it when it takes too long, and reports a program that does not exist', async () => {
    expect(await run(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { withinMs: 300 })).toMatchObject({ code: 124 });
    expect(await run('/nowhere/program', [])).toMatchObject({ code: 127 });
  });
});
