import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import type { SystemAddress } from '../dev/system.ts';
import { makeBuyers, ReservationClient, type Buyer } from '../e2e/buyers.ts';
import { line, load, milliseconds, perSecond, ratio, type Load } from './figures.ts';

const BUYERS = 4_000;
const IN_FLIGHT = 200;

/**
 * Seats reserved per second by 200 buyers at once, through the gateway and everything behind it, against the same
 * conditional write sent by the bare driver to the same server.
 */
export async function benchReserve(system: SystemAddress): Promise<void> {
  const auth = await mongoose.createConnection(system.mongo['svc-auth']).asPromise();
  const booking = await mongoose.createConnection(system.mongo['svc-booking'], { maxPoolSize: 50 }).asPromise();
  try {
    const buyers = await makeBuyers(auth, BUYERS);
    await booking.collection<{ _id: string }>('stock').updateOne({ _id: 'General Seating' }, { $set: { capacity: 1_000_000 }, $inc: { version: 1 } });
    const bare = await bareWrites(booking);
    const whole = await throughGateway(system.site, buyers);
    const stored = await booking.collection('reserve-your-seat').countDocuments({ email: { $in: buyers.map(({ email }) => email) } });
    if (stored !== BUYERS) throw new Error(`${BUYERS} buyers reserved and ${stored} bookings are there`);
    line('conditional writes to one document, bare driver', perSecond(bare.perSecond), `p99 ${milliseconds(bare.p99Ms)}, ${IN_FLIGHT} at once`);
    line('reservations through the gateway', perSecond(whole.perSecond), `p50 ${milliseconds(whole.p50Ms)}, p99 ${milliseconds(whole.p99Ms)}, ${IN_FLIGHT} buyers at once`);
    line('reservations against bare writes', ratio(whole.perSecond / bare.perSecond));
  } finally {
    await Promise.all([auth.close(), booking.close()]);
  }
}

async function bareWrites(connection: mongoose.Connection): Promise<Load> {
  const scratch = connection.collection<{ _id: string; capacity: number; taken: number }>('bench-counter');
  await scratch.replaceOne({ _id: 'one' }, { capacity: 1_000_000, taken: 0 }, { upsert: true });
  const result = await load(Array.from({ length: BUYERS }), IN_FLIGHT, async () => {
    const { matchedCount } = await scratch.updateOne({ _id: 'one', $expr: { $lt: ['$taken', '$capacity'] } }, { $inc: { taken: 1 } }, { writeConcern: { w: 'majority', journal: true } });
    if (matchedCount !== 1) throw new Error('the bare write found no seat');
  });
  await scratch.drop();
  return result;
}

async function throughGateway(site: string, buyers: readonly Buyer[]): Promise<Load> {
  const client = new ReservationClient(site, IN_FLIGHT);
  const result = await load(buyers, IN_FLIGHT, async (buyer) => {
    const { status, body } = await client.reserve(buyer, { seating: 'General Seating', notickets: 1, amount: 2_500, key: randomUUID() });
    if (status !== 201) throw new Error(`a reservation was answered ${status} ${body.code}`);
  });
  client.close();
  return result;
}
