import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { idFromBytes } from '@concert/contracts/core/ids';
import mongoose from 'mongoose';
import type { SystemAddress } from '../dev/system.ts';
import { line, load, milliseconds, perSecond, ratio, type Load } from './figures.ts';

const BUYERS = 4_000;
const IN_FLIGHT = 200;

interface Buyer {
  readonly email: string;
  readonly name: string;
  readonly cookie: string;
}

/**
 * Seats reserved per second by 200 buyers at once, through the gateway and everything behind it, against the same
 * conditional write sent by the bare driver to the same server.
 */
export async function benchReserve(system: SystemAddress): Promise<void> {
  const auth = await mongoose.createConnection(system.mongo['svc-auth']).asPromise();
  const booking = await mongoose.createConnection(system.mongo['svc-booking'], { maxPoolSize: 50 }).asPromise();
  try {
    const buyers = await makeBuyers(auth);
    await booking.collection<{ _id: string }>('stock').updateOne({ _id: 'General Seating' }, { $set: { capacity: 1_000_000 }, $inc: { version: 1 } });
    const bare = await bareWrites(booking);
    const whole = await throughGateway(system.site, buyers);
    const stored = await booking.collection('reserve-your-seat').countDocuments({ email: /^bench-/ });
    if (stored !== BUYERS) throw new Error(`${BUYERS} buyers reserved and ${stored} bookings are there`);
    line('conditional writes to one document, bare driver', perSecond(bare.perSecond), `p99 ${milliseconds(bare.p99Ms)}, ${IN_FLIGHT} at once`);
    line('reservations through the gateway', perSecond(whole.perSecond), `p50 ${milliseconds(whole.p50Ms)}, p99 ${milliseconds(whole.p99Ms)}, ${IN_FLIGHT} buyers at once`);
    line('reservations against bare writes', ratio(whole.perSecond / bare.perSecond));
  } finally {
    await Promise.all([auth.close(), booking.close()]);
  }
}

/** Verified accounts with a session each, written directly: signing in is not what is measured here. */
async function makeBuyers(auth: mongoose.Connection): Promise<Buyer[]> {
  const now = new Date();
  const mark = randomBytes(4).toString('hex');
  const buyers: Buyer[] = [];
  const users: object[] = [];
  const sessions: object[] = [];
  for (let index = 0; index < BUYERS; index += 1) {
    const email = `bench-${mark}-${index}@example.org`;
    const userId = idFromBytes('user', randomBytes(13));
    const secret = randomBytes(32).toString('base64url');
    users.push({
      _id: userId, email, emailKey: email, name: `Buyer ${index}`, address: '', phone: '', note: '', skills: '', availability: '', role: 'buyer',
      passwordHash: null, emailVerifiedAt: now, createdAt: now, version: 1,
    });
    sessions.push({ _id: createHash('sha256').update(secret).digest('base64url'), sessionId: idFromBytes('session', randomBytes(13)), userId, signedInAt: now, expiresAt: new Date(now.getTime() + 3_600_000) });
    buyers.push({ email, name: `Buyer ${index}`, cookie: `__Host-concert-session=${secret}` });
  }
  await auth.collection('users').insertMany(users);
  await auth.collection('sessions').insertMany(sessions);
  return buyers;
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
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  const { hostname, port } = new URL(site);
  const reserve = (buyer: Buyer) =>
    new Promise<void>((resolve, reject) => {
      const body = JSON.stringify({
        firstname: buyer.name, lastname: '', email: buyer.email, phoneno: '(555) 123-4567', notickets: 1, amount: 2_500, currency: 'USD', seating: 'General Seating', status: 'pending', host: site,
      });
      const call = request(
        {
          agent, hostname, port, method: 'POST', path: '/api/reserve-your-seat',
          headers: { cookie: buyer.cookie, origin: site, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'idempotency-key': randomUUID() },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => (answer.statusCode === 201 ? resolve() : reject(new Error(`a reservation was answered ${answer.statusCode}: ${Buffer.concat(chunks).toString().slice(0, 300)}`))));
        },
      );
      call.on('error', reject);
      call.end(body);
    });
  const result = await load(buyers, IN_FLIGHT, reserve);
  agent.destroy();
  return result;
}
