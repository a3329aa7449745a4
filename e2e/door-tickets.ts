import { createHash, createPrivateKey, createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto';
import { idFromBytes } from '@concert/contracts/core/ids';
import mongoose from 'mongoose';
import type { SystemAddress } from '../dev/system/address.ts';
import { keepSecrets } from '../dev/system/secrets.ts';

const TICKETS_A_BOOKING = 4;

/** Tickets of paid bookings, and how their codes are signed. */
export interface DoorTickets {
  readonly codes: readonly string[];
  /** What each signature is over. */
  readonly stated: readonly string[];
  readonly signatures: readonly Buffer[];
  readonly publicKey: KeyObject;
  /** Of the holder of each ticket: four letters, no two alike. */
  readonly names: readonly string[];
}

/** Four letters for each number: `aaaa`, `aaab` and so on. */
const nameOf = (holder: number) =>
  [17_576, 676, 26, 1].map((place) => String.fromCharCode(97 + (Math.floor(holder / place) % 26))).join('');

/**
 * Makes paid bookings with tickets by writing them into svc-booking's database: buying thousands would measure something else.
 * @param count a multiple of four, as each booking has four
 */
export async function makeDoorTickets(system: SystemAddress, count: number): Promise<DoorTickets> {
  const {
    ticketKeys: { keys },
  } = await keepSecrets(system.dataFolder);
  const key = createPrivateKey({ key: Buffer.from(keys[0]!.privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key);
  const keyId = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 4);
  const ids = Array.from({ length: count }, () => idFromBytes('ticket', randomBytes(17)));
  let taken = 0;
  const booking = await mongoose.createConnection(system.mongo['svc-booking']).asPromise();
  try {
    // What was made before has names too.
    taken = await booking.collection('reserve-your-seat').countDocuments();
    await booking.collection<{ _id: string }>('reserve-your-seat').insertMany(
      Array.from({ length: count / TICKETS_A_BOOKING }, (_, index) => {
        const ticketIds = ids.slice(index * TICKETS_A_BOOKING, (index + 1) * TICKETS_A_BOOKING);
        return {
          _id: idFromBytes('booking', randomBytes(17)),
          status: 'paid',
          seating: 'General Seating',
          notickets: TICKETS_A_BOOKING,
          version: 1,
          createdAt: new Date(),
          userId: idFromBytes('user', randomBytes(17)),
          firstname: nameOf(taken + index),
          lastname: '',
          phoneno: `407555${String(index % 10_000).padStart(4, '0')}`,
          ticketIds,
          words: ticketIds.map((id) => id.slice(3)),
        };
      }),
    );
  } finally {
    await booking.close();
  }
  const stated = ids.map((id) => `T1.${keyId}.${id.slice(3)}`);
  const signatures = stated.map((text) => sign(null, Buffer.from(`ticket:${text}`), key));
  const names = ids.map((_, index) => nameOf(taken + Math.floor(index / TICKETS_A_BOOKING)));
  return {
    names,
    codes: stated.map((text, index) => `${text}.${signatures[index]!.toString('base64url')}`),
    stated,
    signatures,
    publicKey,
  };
}
