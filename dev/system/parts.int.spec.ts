import { mkdtemp, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemFiles } from './address.ts';
import { Parts } from './parts.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'concert-parts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** How far each part gives way once it runs. */
async function nicenessOf(names: readonly string[], alone: boolean): Promise<number[]> {
  const parts = new Parts(systemFiles(folder), () => undefined, alone);
  try {
    return await Promise.all(
      names.map(async (name) => {
        const args = ['-e', 'setInterval(() => {}, 1000)'];
        const part = await parts.program({ name, port: 0, settings: {}, args, look: () => Promise.resolve(true) });
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
