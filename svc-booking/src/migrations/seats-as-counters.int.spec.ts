import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestRoom } from '@concert/test-kit/servers';
import mongoose, { type Connection } from 'mongoose';
import { seatsAsCounters } from './0007-seats-as-counters.ts';
import { accessibleSeats } from './0008-accessible-seats.ts';

const room = openTestRoom();
let database: Connection;

beforeAll(async () => {
  database = await mongoose.createConnection(room.mongoUrl).asPromise();
});

afterAll(async () => {
  await database?.close();
  await room.close();
});

it('holds listed in the stock move to their bookings, also when the step was broken off and runs again', async () => {
  const endsAt = new Date('2026-11-21T12:30:00.000Z');
  const stock = database.collection<{ _id: string; version: number }>('stock');
  const bookings = database.collection<{ _id: string; status: string; keptUntil?: Date }>('reserve-your-seat');
  const holds = [
    { bookingId: 'bk_1', tickets: 4, endsAt },
    { bookingId: 'bk_2', tickets: 2, endsAt },
  ];
  await stock.insertMany([
    { _id: 'VIP Seating', capacity: 30, sold: 6, holds, version: 9 },
    { _id: 'General Seating', capacity: 500, sold: 1, holds: [], version: 2 },
  ] as never);
  await bookings.insertMany(['bk_1', 'bk_2', 'bk_3'].map((_id) => ({ _id, status: 'pending' })));
  expect(await seatsAsCounters.estimate?.(database.db!)).toContain('2 holds');
  for (let times = 0; times < 2; times += 1) await seatsAsCounters.up(database.db!);
  expect(await stock.find().sort({ _id: 1 }).toArray()).toEqual([
    { _id: 'General Seating', capacity: 500, sold: 1, held: 0, version: 3 },
    { _id: 'VIP Seating', capacity: 30, sold: 6, held: 6, version: 10 },
  ]);
  expect((await bookings.find().sort({ _id: 1 }).toArray()).map(({ keptUntil }) => keptUntil)).toEqual([endsAt, endsAt, undefined]);
});

it('a concert of before has no rules of access until an admin gives it some, and the index of holds makes room for the new one', async () => {
  const concerts = database.collection<{ _id: string }>('concerts');
  const bookings = database.collection('reserve-your-seat');
  await concerts.insertOne({ _id: 'current' });
  await bookings.createIndex({ keptUntil: 1, seating: 1, notickets: 1 }, { name: 'holds_by_end' });
  for (let times = 0; times < 2; times += 1) await accessibleSeats.up(database.db!);
  expect(await concerts.findOne({ _id: 'current' })).toEqual({ _id: 'current', access: { protectedUntil: '', freeCompanion: false } });
  expect(await bookings.indexExists('holds_by_end')).toBe(false);
});
