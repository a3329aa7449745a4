import { createHash, createPrivateKey, createPublicKey, randomBytes, randomUUID, sign, verify } from 'node:crypto';
import { MAX_SCANS_TOGETHER } from '@concert/contracts/booking/door';
import { idFromBytes } from '@concert/contracts/core/ids';
import mongoose from 'mongoose';
import { keepSecrets } from '../dev/system/secrets.ts';
import type { SystemAddress } from '../dev/system/address.ts';
import { makeBuyers } from '../e2e/buyers.ts';
import { line, load, milliseconds, perSecond, ratio } from './figures.ts';

const TICKETS = 20_000;
const TICKETS_A_BOOKING = 4;
const IN_FLIGHT = 8;

/**
 * Codes checked per second through the gateway, a hundred per request: first each code once, which costs a signature check and an insert
 * for each; then all again, as devices send what they are not sure of. Compared with how many bare signatures one core of this program
 * checks.
 */
export async function benchDoor(system: SystemAddress): Promise<void> {
  const {
    ticketKeys: { keys },
  } = await keepSecrets(system.dataFolder);
  const key = createPrivateKey({ key: Buffer.from(keys[0]!.privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key);
  const keyId = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 4);
  const auth = await mongoose.createConnection(system.mongo['svc-auth']).asPromise();
  const booking = await mongoose.createConnection(system.mongo['svc-booking']).asPromise();
  try {
    const [organiser] = await makeBuyers(auth, 1);
    await auth.collection('users').updateOne({ email: organiser!.email }, { $set: { role: 'organiser' } });
    const ids = Array.from({ length: TICKETS }, () => idFromBytes('ticket', randomBytes(17)));
    await booking.collection<{ _id: string }>('reserve-your-seat').insertMany(
      Array.from({ length: TICKETS / TICKETS_A_BOOKING }, (_, index) => {
        const ticketIds = ids.slice(index * TICKETS_A_BOOKING, (index + 1) * TICKETS_A_BOOKING);
        return {
          _id: idFromBytes('booking', randomBytes(17)),
          status: 'paid',
          seating: 'General Seating',
          notickets: TICKETS_A_BOOKING,
          version: 1,
          createdAt: new Date(),
          userId: idFromBytes('user', randomBytes(17)),
          ticketIds,
          words: ticketIds.map((id) => id.slice(3)),
        };
      }),
    );
    const stated = ids.map((id) => `T1.${keyId}.${id.slice(3)}`);
    const signatures = stated.map((text) => sign(null, Buffer.from(`ticket:${text}`), key));
    const began = performance.now();
    for (const [index, text] of stated.entries())
      if (!verify(null, Buffer.from(`ticket:${text}`), publicKey, signatures[index]!)) throw new Error('a signature is wrong');
    const bare = TICKETS / ((performance.now() - began) / 1_000);

    const codes = stated.map((text, index) => `${text}.${signatures[index]!.toString('base64url')}`);
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
    await Promise.all([auth.close(), booking.close()]);
  }
}
