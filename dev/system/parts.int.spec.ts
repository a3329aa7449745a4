import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Failure } from '@concert/machine-kit/failure';
import { systemFilePaths } from './address.ts';
import { Parts } from './parts.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'concert-parts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program that is ready at once, and names its instance as ours do. */
const READY = `require('http')
  .createServer((_, answer) => answer.end(JSON.stringify({ ready: true, instance: process.env.INSTANCE_ID })))
  .listen(Number(process.env.SERVICE_PORT), '127.0.0.1')`;

describe('B8-526 a part whose port another program has taken', () => {
  it('is not believed to be ready, whatever that one answers, and points to a log that is there', async () => {
    const stranger = createServer((_, answer) => answer.end('{"ready":true,"live":true}'));
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    const parts = new Parts(systemFilePaths(folder), () => undefined);
    try {
      const settings = { SERVICE_PORT: String(port) };
      const refused = await parts.program({ name: 'gateway', port, settings, args: ['-e', READY] }).then(
        () => undefined,
        (error: unknown) => error as Failure,
      );
      expect(refused?.message).toMatch(/gateway did not get ready: ended with code 1[^]*EADDRINUSE/);
      expect(existsSync(/the whole is in (.*)$/.exec(refused!.next)![1]!)).toBe(true);
    } finally {
      await parts.stop();
      await new Promise((resolve) => stranger.close(resolve));
    }
  });
});
