import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openTestRoom } from '@concert/test-kit/servers';
import mongoose, { type Connection } from 'mongoose';
import { replaceIf, setIf } from './guarded-writes.ts';

interface Seat {
  _id: string;
  version: number;
  row: string;
  note?: string | null;
}

const room = openTestRoom();
let connection: Connection;
const seats = () => connection.collection<Seat>('guarded-seats');
const stored = () => seats().findOne({ _id: 'A1' });
const written = async (write: ReturnType<typeof setIf<Seat>>) => (await seats().bulkWrite([write])).modifiedCount;

beforeAll(async () => {
  connection = await mongoose.createConnection(room.mongoUrl).asPromise();
});
beforeEach(async () => {
  await seats().deleteMany({});
  await seats().insertOne({ _id: 'A1', version: 1, row: 'stalls', note: 'kept' });
});
afterAll(async () => {
  await connection?.close();
  await room.close();
});

describe('B8-26 a guarded write', () => {
  it('is done where the fields are as they were read', async () => {
    expect(await written(setIf<Seat>('A1', { version: 1, row: 'stalls' }, { version: 2, row: '$note' }))).toBe(1);
    expect(await stored()).toEqual({ _id: 'A1', version: 2, row: '$note', note: 'kept' });
    expect(await written(replaceIf<Seat>({ _id: 'A1', version: 3, row: '$row' }, { version: 2, row: '$note' }))).toBe(1);
    expect(await stored()).toEqual({ _id: 'A1', version: 3, row: '$row' });
  });

  it('changes nothing where one of them is not', async () => {
    const before = await stored();
    expect(await written(setIf<Seat>('A1', { version: 1, row: 'balcony' }, { version: 2 }))).toBe(0);
    expect(await written(setIf<Seat>('A1', { version: 2, row: 'stalls' }, { version: 3 }))).toBe(0);
    expect(await written(replaceIf<Seat>({ _id: 'A1', version: 3, row: 'balcony' }, { version: 2 }))).toBe(0);
    expect(await stored()).toEqual(before);
    // Nor does it store a document that is gone.
    expect(await written(setIf<Seat>('A2', { version: 1 }, { version: 2 }))).toBe(0);
    expect(await seats().countDocuments()).toBe(1);
  });

  it('takes null for a field that is absent', async () => {
    expect(await written(setIf<Seat>('A1', { note: null }, { version: 2 }))).toBe(0);
    await seats().updateOne({ _id: 'A1' }, { $unset: { note: '' } });
    expect(await written(setIf<Seat>('A1', { note: null }, { version: 2, note: null }))).toBe(1);
    expect(await written(setIf<Seat>('A1', { note: null }, { version: 3 }))).toBe(1);
  });

  it('finds its document without planning a query', async () => {
    const { updateOne } = setIf<Seat>('A1', { version: 1 }, { version: 2 }) as { updateOne: { filter: object; update: object[] } };
    const update = { update: 'guarded-seats', updates: [{ q: updateOne.filter, u: updateOne.update }] };
    const { queryPlanner } = await connection.db!.command({ explain: update, verbosity: 'queryPlanner' });
    expect(JSON.stringify(queryPlanner.winningPlan)).toMatch(/"(IDHACK|EXPRESS_UPDATE)"/);
  });
});
