import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from '@jest/globals';

/** What the kernel says about how nice a thread is: the 19th field, see proc_pid_stat(5). */
const IN_THREAD = (module: string) => `
  import(${JSON.stringify(module)}).then(({ giveWay }) => {
    const { readFileSync } = require('node:fs');
    const nice = () => Number(readFileSync('/proc/thread-self/stat', 'utf8').split(') ')[1].split(' ')[16]);
    const before = nice();
    giveWay();
    require('node:worker_threads').parentPort.postMessage([before, nice()]);
  });`;

describe('a thread that gives way', () => {
  it('does so by itself: its process stays as it was', async () => {
    const before = getPriority();
    const module = new URL('./thread.ts', import.meta.url).href;
    const worker = new Worker(IN_THREAD(module), { eval: true, execArgv: ['--experimental-transform-types', '--no-warnings'] });
    const told = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    expect(told).toEqual(process.platform === 'linux' ? [before, 19] : [before, before]);
    expect(getPriority()).toBe(before);
  });
});
