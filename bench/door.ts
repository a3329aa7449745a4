import { randomUUID, verify } from 'node:crypto';
import { MAX_SCANS_TOGETHER } from '@concert/contracts/booking/door';
import mongoose from 'mongoose';
import type { SystemAddress } from '../dev/system/address.ts';
import { makeBuyers } from '../e2e/buyers.ts';
import { makeDoorTickets } from '../e2e/door-tickets.ts';
import { line, load, milliseconds, perSecond, ratio } from './figures.ts';

const TICKETS = 20_000;
const IN_FLIGHT = 8;

/**
 * Codes checked per second through the gateway, a hundred per request: first each code once, which costs a signature check and an insert
 * for each; then all again, as devices send what they are not sure of. Compared with how many bare signatures one core of this program
 * checks.
 */
export async function benchDoor(system: SystemAddress): Promise<void> {
  const auth = await mongoose.createConnection(system.mongo['svc-auth']).asPromise();
  try {
    const [organiser] = await makeBuyers(auth, 1);
    await auth.collection('users').updateOne({ email: organiser!.email }, { $set: { role: 'organiser' } });
    const { codes, stated, signatures, publicKey } = await makeDoorTickets(system, TICKETS);
    const began = performance.now();
    for (const [index, text] of stated.entries())
      if (!verify(null, Buffer.from(`ticket:${text}`), publicKey, signatures[index]!)) throw new Error('a signature is wrong');
    const bare = TICKETS / ((performance.now() - began) / 1_000);

    const batches = Array.from({ length: TICKETS / MAX_SCANS_TOGETHER }, (_, index) =>
      codes.slice(index * MAX_SCANS_TOGETHER, (index + 1) * MAX_SCANS_TOGETHER),
    );
    const run = (expected: 'admitted' | 'refused') =>
      load(batches, IN_FLIGHT, async (batch) => {
        const scans = batch.map((code) => ({ scanId: randomUUID(), code, scannedAt: new Date().toISOString(), door: 'Bench' }));
        const answer = await fetch(`${system.site}/api/door/scans`, {
          method: 'POST',
          headers: { cookie: organiser!.cookie, origin: system.site, 'content-type': 'application/json' },
          body: JSON.stringify({ scans }),
        });
        const { results } = (await answer.json()) as { results?: { outcome: string }[] };
        if (!results?.every(({ outcome }) => outcome === expected)) throw new Error(`the door answered ${answer.status}`);
      });
    const first = await run('admitted');
    const again = await run('refused');
    line('signatures checked by one bare core', perSecond(bare));
    line(
      'codes let in through the gateway',
      perSecond(first.perSecond * MAX_SCANS_TOGETHER),
      `p99 ${milliseconds(first.p99Ms)} for ${MAX_SCANS_TOGETHER} codes, ${IN_FLIGHT} requests at once`,
    );
    line('codes checked again', perSecond(again.perSecond * MAX_SCANS_TOGETHER), `p99 ${milliseconds(again.p99Ms)}`);
    line('codes let in against bare signatures', ratio((first.perSecond * MAX_SCANS_TOGETHER) / bare));
  } finally {
    await auth.close();
  }
}
