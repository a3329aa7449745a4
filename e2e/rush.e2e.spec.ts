import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import { processIdOf } from '../dev/running-system.ts';
import { makeBuyers, ReservationClient, type Buyer, type Reply } from './buyers.ts';
import { BehindTheSite } from './system-under-test.ts';

const behind = new BehindTheSite();
const { system } = behind;
const CROWD = 300;
const SEATS = 100;
/** Whole bookings cost the same however many tickets they have, so any batch size is a right order. */
const PRICES: Record<string, number> = { 'Premium Seating': 100_000, 'VIP Seating': 250_000 };
let auth: mongoose.Connection;
let booking: mongoose.Connection;

interface StockRow {
  _id: string;
  capacity: number;
  sold: number;
  holds: { bookingId: string; tickets: number; endsAt: Date }[];
}

const stockOf = async (seating: string) => (await booking.collection<StockRow>('stock').findOne({ _id: seating }))!;
const taken = (stock: StockRow) => stock.sold + stock.holds.filter(({ endsAt }) => endsAt > new Date()).reduce((sum, { tickets }) => sum + tickets, 0);

beforeAll(async () => {
  const options = { serverSelectionTimeoutMS: 10_000 };
  [auth, booking] = await Promise.all([mongoose.createConnection(system.mongo['svc-auth'], options).asPromise(), mongoose.createConnection(system.mongo['svc-booking'], options).asPromise()]);
});

afterAll(async () => {
  await Promise.all([auth?.close(), booking?.close(), behind.close()]);
});

/** Leaves exactly the wanted number of seats in a category, whatever other journeys took before. */
async function leaveSeats(seating: string, seats: number): Promise<void> {
  const stock = await stockOf(seating);
  await booking.collection<StockRow>('stock').updateOne({ _id: seating }, { $set: { capacity: taken(stock) + seats }, $inc: { version: 1 } });
}

/** One buyer who presses until there is an answer, always with the same key, as a browser does after a lost answer. */
async function press(client: ReservationClient, buyer: Buyer, order: { seating: string; notickets: number; amount: number }, patienceMs: number): Promise<Reply> {
  const key = randomUUID();
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const reply = await client.reserve(buyer, { ...order, key }).catch(() => undefined);
    if (reply && reply.status < 500 && reply.status !== 429) return reply;
    if (Date.now() > deadline) throw new Error(`${buyer.email} got no answer, last ${reply ? `${reply.status} ${reply.body.code}` : 'nothing'}`);
    await pause(200 + Math.random() * 300);
  }
}

async function rush(seating: string, patienceMs: number, meanwhile: () => Promise<void>): Promise<Reply[]> {
  const buyers = await makeBuyers(auth, CROWD);
  const client = new ReservationClient(system.site, CROWD);
  try {
    const replies = Promise.all(buyers.map((buyer, index) => press(client, buyer, { seating, notickets: (index % 6) + 1, amount: PRICES[seating]! }, patienceMs)));
    await meanwhile();
    return await replies;
  } finally {
    client.close();
  }
}

/** What must be true of the seats and bookings after any rush. */
async function verdict(seating: string, replies: readonly Reply[]): Promise<void> {
  const stock = await stockOf(seating);
  expect(taken(stock)).toBe(stock.capacity);
  const held = replies.filter(({ status }) => status === 201);
  expect(held.reduce((sum, { body }) => sum + body.notickets!, 0)).toBe(SEATS);
  expect(new Set(held.map(({ body }) => body.id)).size).toBe(held.length);
  expect([...new Set(replies.filter(({ status }) => status !== 201).map(({ status, body }) => `${status} ${body.code}`))]).toEqual(['409 booking.seats_unavailable']);
  // Every hold is a booking, every booking a hold, and each was told exactly once to the rest of the house.
  const ids = held.map(({ body }) => body.id!);
  expect(await booking.collection<{ _id: string; status: string }>('reserve-your-seat').countDocuments({ _id: { $in: ids }, status: 'pending' })).toBe(ids.length);
  expect(new Set(stock.holds.map(({ bookingId }) => bookingId).filter((id) => ids.includes(id))).size).toBe(ids.length);
  const outbox = booking.collection('outbox');
  expect(await outbox.countDocuments({ 'envelope.type': 'booking.booking.placed.v1', 'envelope.subject': { $in: ids } })).toBe(ids.length);
  await until('every fact is published', () => outbox.countDocuments({ 'envelope.subject': { $in: ids }, publishedAt: null }), (waiting) => waiting === 0, { withinMs: 30_000 });
}

describe('three hundred buyers for the last hundred seats', () => {
  it('take exactly a hundred, in batches of one to six, and nobody sees more taken than there are', async () => {
    await leaveSeats('Premium Seating', SEATS);
    const seen: number[] = [];
    const replies = await rush('Premium Seating', 30_000, async () => {
      await until('the seats are taken', async () => {
        const stock = await stockOf('Premium Seating');
        seen.push(taken(stock) - stock.capacity);
        return seen.at(-1)!;
      }, (overTaken) => overTaken >= 0, { withinMs: 30_000, everyMs: 5 });
    });
    await verdict('Premium Seating', replies);
    expect(Math.max(...seen)).toBe(0);
  });

  it.each([
    ['F01 the gateway', 'gateway'],
    ['F03 F04 svc-booking', 'svc-booking'],
    ['F26 F27 the database', 'mongodb'],
  ])('take exactly a hundred although %s is killed in the middle', async (_, name) => {
    await leaveSeats('VIP Seating', SEATS);
    const before = taken(await stockOf('VIP Seating'));
    const replies = await rush('VIP Seating', 60_000, async () => {
      await until('the rush has begun', async () => taken(await stockOf('VIP Seating')), (now) => now > before, { withinMs: 20_000, everyMs: 2 });
      process.kill(await processIdOf(name), 'SIGKILL');
    });
    await until('the site answers again', () => fetch(`${system.site}/health/ready`).then(({ status }) => status), (status) => status === 200, { withinMs: 60_000 });
    await verdict('VIP Seating', replies);
  });
});
