import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Failure } from '@concert/machine-kit/failure';
import { freePort } from '@concert/machine-kit/ports';
import { systemFiles } from './address.ts';
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

/** How far each part gives way once it runs. */
async function nicenessOf(names: readonly string[], alone: boolean): Promise<number[]> {
  const parts = new Parts(systemFiles(folder), () => undefined, alone);
  try {
    return await Promise.all(
      names.map(async (name) => {
        const port = await freePort();
        const part = await parts.program({ name, port, settings: { SERVICE_PORT: String(port) }, args: ['-e', READY] });
        return getPriority(part.pid);
      }),
    );
  } finally {
    await parts.stop();
  }
}

describe('B8-20 the parts of a system', () => {
  it('give way to the gateway where they are alone on the machine, svc-booking most', async () => {
    const own = getPriority();
    const [gateway, payment, booking, standIn] = await nicenessOf(['gateway', 'svc-payment', 'svc-booking', 'payments'], true);
    expect([gateway, standIn]).toEqual([own, own]);
    expect(payment).toBeGreaterThan(gateway!);
    expect(booking).toBeGreaterThan(payment!);
  });

  it('give way to nobody beside tests', async () => {
    expect(await nicenessOf(['gateway', 'svc-booking'], false)).toEqual([getPriority(), getPriority()]);
  });
});

describe('B8-31 a part whose port another program has taken', () => {
  it('is not believed to be ready, whatever that one answers, and points to a log that is there', async () => {
    const stranger = createServer((_, answer) => answer.end('{"ready":true,"live":true}'));
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    const parts = new Parts(systemFiles(folder), () => undefined, false);
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
