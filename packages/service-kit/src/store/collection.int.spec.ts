import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestRoom } from '@concert/test-kit/servers';
import mongoose, { type Connection } from 'mongoose';
import { defineVersionedCollection, assertDeclaredDocuments, embedded, indexesOf } from './collection.ts';
import { migrate } from '../migrations.ts';
import { NotConnectedError, StaleWriteError } from './mongo.ts';

interface Seat {
  _id: string;
  row: 'stalls' | 'balcony';
  price: { amountMinor: number };
  labels: string[];
  soldAt: Date | null;
  note?: string;
  version: number;
}

const seats = defineVersionedCollection<Seat>({
  name: 'seats',
  stores: 'A seat',
  kept: 'for ever',
  fields: {
    _id: { type: String, required: true },
    row: { type: String, required: true, enum: ['stalls', 'balcony'] },
    price: { type: embedded<Seat['price']>({ amountMinor: { type: Number, required: true } }), required: true },
    labels: { type: [String], required: true },
    soldAt: { type: Date },
    note: { type: String },
    version: { type: Number, required: true },
  },
  indexes: [{ name: 'uq_note', key: { note: 1 }, options: { unique: true, sparse: true }, serves: 'one seat of each note' }],
});

const seat = (over: Partial<Seat> = {}): Seat => ({
  _id: 'A1',
  row: 'stalls',
  price: { amountMinor: 2_500 },
  labels: [],
  soldAt: null,
  version: 1,
  ...over,
});

const room = openTestRoom();
let connection: Connection;

beforeAll(async () => {
  connection = await mongoose.createConnection(room.mongoUrl).asPromise();
  await migrate(connection, [], indexesOf([seats]), () => undefined);
});
afterAll(async () => {
  await connection?.close();
  await room.close();
});

describe('a declared collection', () => {
  it('stores what is declared, as it is declared', async () => {
    await seats.on(connection).create([seat({ _id: 'B1' })]);
    expect(await seats.on(connection).findById('B1').lean<Seat>()).toEqual(seat({ _id: 'B1' }));
    await expect(seats.on(connection).create([{ ...seat({ _id: 'B2' }), row: 'roof' as never }])).rejects.toThrow('roof');
    await expect(seats.on(connection).create([{ ...seat({ _id: 'B2' }), price: {} as never }])).rejects.toThrow('amountMinor');
    await seats.on(connection).create([seat({ _id: '' })]);
    await seats.on(connection).deleteOne({ _id: '' });
    await expect(seats.on(connection).updateOne({ _id: 'B1' }, { $set: { row: 'roof' } })).rejects.toThrow('roof');
    await expect(seats.on(connection).find({ colour: 'red' } as never)).rejects.toThrow('colour');
    expect(await seats.driver(connection).find().toArray()).toEqual([seat({ _id: 'B1' })]);
  });

  it('replaces a document only in the version that was read', async () => {
    await seats.on(connection).create([seat({ _id: 'C1' })]);
    const replace = (document: Seat) => connection.transaction((transaction) => seats.replace(connection, 1, document, transaction));
    await replace(seat({ _id: 'C1', labels: ['aisle'], version: 2 }));
    const session = await connection.startSession();
    session.startTransaction();
    const late = seats.replace(connection, 1, seat({ _id: 'C1', labels: ['late'], version: 2 }), session);
    await expect(late).rejects.toBeInstanceOf(StaleWriteError);
    await session.abortTransaction();
    await session.endSession();
    expect(await seats.on(connection).findById('C1').lean<Seat>()).toEqual(seat({ _id: 'C1', labels: ['aisle'], version: 2 }));
  });

  it('finds what was stored past its schema', async () => {
    await expect(assertDeclaredDocuments(connection, [seats])).resolves.toBeUndefined();
    await seats.driver(connection).insertOne({ ...seat({ _id: 'D1' }), row: 'roof' as never });
    await expect(assertDeclaredDocuments(connection, [seats])).rejects.toThrow('roof');
    await seats.driver(connection).replaceOne({ _id: 'D1' }, { ...seat({ _id: 'D1' }), colour: 'red' } as never);
    await expect(assertDeclaredDocuments(connection, [seats])).rejects.toThrow('colour');
    await seats.driver(connection).deleteOne({ _id: 'D1' });
  });

  it('keeps in what it writes what the next release has added', async () => {
    const newer = { ...seat({ _id: 'E1', price: { amountMinor: 1, currency: 'usd' } as never }), colour: 'red' };
    await seats.driver(connection).insertOne(newer);
    const read = (await seats.readOne(connection, { _id: 'E1' }))!;
    await connection.transaction((transaction) => seats.replace(connection, 1, { ...read, version: 2 }, transaction));
    await seats.on(connection).create([{ ...read, _id: 'E2' }]);
    await seats.on(connection).updateOne({ _id: 'E2' }, { $set: { price: read.price } });
    expect(await seats.read(connection, { _id: { $in: ['E1', 'E2'] } })).toEqual([
      { ...newer, version: 2 },
      { ...newer, _id: 'E2' },
    ]);
  });

  it('refuses at once while the database is away', () => {
    expect(() => seats.on(mongoose.createConnection())).toThrow(NotConnectedError);
  });
});
