import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import type { SystemAddress } from '../dev/system/address.ts';
import { makeBuyers, ReservationClient } from '../e2e/buyers.ts';
import type { Buyer } from '../e2e/site-client.ts';
import { line, load, milliseconds, perSecond, ratio, type Load } from './figures.ts';

const BUYERS = 4_000;
const IN_FLIGHT = 200;
const CROWD = 300;
const LAST_SEATS = 100;

/**
 * Seats reserved per second by 200 buyers at once, through the gateway and everything behind it, against the same
 * conditional write sent by the bare driver to the same server.
 */
export async function benchReserve(system: SystemAddress): Promise<void> {
  const auth = await mongoose.createConnection(system.mongo['svc-auth']).asPromise();
  const booking = await mongoose.createConnection(system.mongo['svc-booking'], { maxPoolSize: 50 }).asPromise();
  try {
    const buyers = await makeBuyers(auth, BUYERS);
    await booking
      .collection<{ _id: string }>('stock')
      .updateOne({ _id: 'General Seating' }, { $set: { capacity: 1_000_000 }, $inc: { version: 1 } });
    const bare = await bareWrites(booking);
    const whole = await throughGateway(system.site, buyers);
    const stored = await booking.collection('reserve-your-seat').countDocuments({ email: { $in: buyers.map(({ email }) => email) } });
    if (stored !== BUYERS) throw new Error(`${BUYERS} buyers reserved and ${stored} bookings are there`);
    line(
      'conditional writes to one document, bare driver',
      perSecond(bare.perSecond),
      `p99 ${milliseconds(bare.p99Ms)}, ${IN_FLIGHT} at once`,
    );
    line(
      'reservations through the gateway',
      perSecond(whole.perSecond),
      `p50 ${milliseconds(whole.p50Ms)}, p99 ${milliseconds(whole.p99Ms)}, ${IN_FLIGHT} buyers at once`,
    );
    line('reservations against bare writes', ratio(whole.perSecond / bare.perSecond));
    const burst = await sellOut(system.site, booking, await makeBuyers(auth, CROWD));
    line(
      `the last ${LAST_SEATS} seats, ${CROWD} buyers at once`,
      milliseconds(burst.soldMs),
      `until they are sold; ${milliseconds(burst.allMs)} until everybody has an answer`,
    );
    line('sell-out against bare writes', ratio(CROWD / (burst.allMs / 1_000) / bare.perSecond));
  } finally {
    await Promise.all([auth.close(), booking.close()]);
  }
}

async function bareWrites(connection: mongoose.Connection): Promise<Load> {
  const scratch = connection.collection<{ _id: string; capacity: number; taken: number }>('bench-counter');
  await scratch.replaceOne({ _id: 'one' }, { capacity: 1_000_000, taken: 0 }, { upsert: true });
  const result = await load(Array.from({ length: BUYERS }), IN_FLIGHT, async () => {
    const { matchedCount } = await scratch.updateOne(
      { _id: 'one', $expr: { $lt: ['$taken', '$capacity'] } },
      { $inc: { taken: 1 } },
      { writeConcern: { w: 'majority', journal: true } },
    );
    if (matchedCount !== 1) throw new Error('the bare write found no seat');
  });
  await scratch.drop();
  return result;
}

async function throughGateway(site: string, buyers: readonly Buyer[]): Promise<Load> {
  const client = new ReservationClient(site, IN_FLIGHT);
  const result = await load(buyers, IN_FLIGHT, async (buyer) => {
    const key = randomUUID();
    const press = () => client.reserve(buyer, { seating: 'General Seating', notickets: 1, amount: 2_500, key });
    let { status, body } = await press();
    // Told to try again, a browser's buyer does.
    while (status === 503) ({ status, body } = await press());
    if (status !== 201) throw new Error(`a reservation was answered ${status} ${body.code}`);
  });
  client.close();
  return result;
}

/** A crowd for the last seats, all at once, in batches of one to six: how long until the seats are sold, and until everybody knows. */
async function sellOut(site: string, booking: mongoose.Connection, buyers: readonly Buyer[]): Promise<{ soldMs: number; allMs: number }> {
  const stock = booking.collection<{ _id: string; capacity: number; sold: number; held: number }>('stock');
  const { sold, held } = (await stock.findOne({ _id: 'VIP Seating' }))!;
  await stock.updateOne({ _id: 'VIP Seating' }, { $set: { capacity: sold + held + LAST_SEATS }, $inc: { version: 1 } });
  const client = new ReservationClient(site, buyers.length);
  const began = performance.now();
  let taken = 0;
  let soldMs = 0;
  await Promise.all(
    buyers.map(async (buyer, index) => {
      const { status, body } = await client.reserve(buyer, {
        seating: 'VIP Seating',
        notickets: (index % 6) + 1,
        amount: 250_000,
        key: randomUUID(),
      });
      if (status === 409) return;
      if (status !== 201) throw new Error(`a reservation was answered ${status} ${body.code}`);
      taken += body.notickets ?? 0;
      if (taken === LAST_SEATS) soldMs = performance.now() - began;
    }),
  );
  client.close();
  if (taken !== LAST_SEATS) throw new Error(`${LAST_SEATS} seats were left and ${taken} were taken`);
  return { soldMs, allMs: performance.now() - began };
}
