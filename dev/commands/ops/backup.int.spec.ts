import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestRoom } from '@concert/test-kit/servers';
import { until } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import { backUp, restore } from './backup.ts';

const { Binary, Decimal128, Double, Int32, Long, ObjectId } = mongoose.mongo;
const KEY = randomBytes(32);
const room = openTestRoom();
let booking: Connection;
let folder: string;

const bookings = () => booking.db!.collection<{ _id: string }>('reserve-your-seat');
const raw = async (name: string) =>
  (
    await booking
      .db!.collection(name)
      .find({}, { raw: true, sort: { _id: 1 } })
      .toArray()
  ).map((bytes) => Buffer.from(bytes as unknown as Uint8Array).toString('hex'));

beforeAll(async () => {
  booking = await mongoose.createConnection(room.mongoUrl).asPromise();
  folder = await mkdtemp(path.join(tmpdir(), 'concert-backup-'));
  await bookings().insertMany(
    Array.from({ length: 1_234 }, (_, index) => ({
      _id: `bk_${index}`,
      amount: new Int32(2_500),
      paidAt: new Date(index),
      history: [{ to: 'paid' }],
      note: 'ü'.repeat(index % 50),
    })),
  );
  await bookings().createIndex({ paidAt: -1 }, { name: 'newest', partialFilterExpression: { amount: { $gt: 0 } } });
  await booking.db!.collection('oddities').insertOne({
    whole: new Double(1),
    small: new Int32(1),
    large: Long.fromString('9007199254740993'),
    exact: Decimal128.fromString('0.10'),
    bytes: new Binary(Buffer.from([0, 255])),
    id: new ObjectId(),
    nothing: null,
    when: new Date(0),
    'a.b': { $c: 1 },
  });
  await booking.db!.collection('sessions').createIndex({ expiresAt: 1 }, { name: 'ttl', expireAfterSeconds: 0 });
  await booking.db!.collection('outbox').insertMany([{ publishedAt: new Date() }, { publishedAt: null }]);
});

afterAll(async () => {
  await booking?.close();
  await rm(folder, { recursive: true, force: true });
  await room.close();
});

describe('a backup', () => {
  it('B8-505 brings every document and index back after everything was destroyed', async () => {
    const before = {
      bookings: await raw('reserve-your-seat'),
      oddities: await raw('oddities'),
      indexes: await bookings().indexes(),
      ttl: await booking.db!.collection('sessions').indexes(),
    };
    const at = path.join(folder, 'whole');
    const manifest = await backUp({ booking }, at, KEY);
    expect(manifest.databases['booking']!.map(({ name, documents }) => [name, documents])).toEqual([
      ['oddities', 1],
      ['outbox', 2],
      ['reserve-your-seat', 1_234],
      ['sessions', 0],
    ]);
    await booking.db!.dropDatabase();
    await bookings().insertOne({ _id: 'made after' });
    const said: string[] = [];
    await restore({ booking }, at, KEY, (line) => void said.push(line));
    expect({
      bookings: await raw('reserve-your-seat'),
      oddities: await raw('oddities'),
      indexes: await bookings().indexes(),
      ttl: await booking.db!.collection('sessions').indexes(),
    }).toEqual(before);
    expect(said[0]).toMatch(/^booking: 1237 documents of 4 collections, .*; 1 facts will be told again$/);
    expect(await booking.db!.collection('outbox').countDocuments({ publishedAt: null })).toBe(2);
  });

  it('B8-505 is of one moment, while the database goes on', async () => {
    const at = path.join(folder, 'moving');
    // Enough that the backup takes longer than a transaction, wherever the database keeps its files.
    await booking.db!.collection('m-middle').insertMany(Array.from({ length: 5_000 }, (_, n) => ({ n, text: 'x'.repeat(1_000) })));
    let writing = true;
    const writer = (async () => {
      for (let index = 0; writing; index += 1) {
        const session = booking.getClient().startSession();
        await session.withTransaction(async () => {
          await booking.db!.collection<{ _id: string }>('a-first').insertOne({ _id: `${index}` }, { session });
          await booking.db!.collection<{ _id: string }>('z-last').insertOne({ _id: `${index}` }, { session });
        });
        await session.endSession();
      }
    })();
    const last = () => booking.db!.collection('z-last').countDocuments();
    await until('both collections are there', last, (count) => count > 3);
    const manifest = await backUp({ booking }, at, KEY);
    const written = await last();
    writing = false;
    await writer;
    const count = (name: string) => manifest.databases['booking']!.find((entry) => entry.name === name)!.documents;
    expect(count('z-last')).toBe(count('a-first'));
    expect(count('a-first')).toBeGreaterThan(3);
    // Otherwise nothing was written while the backup was made.
    expect(written).toBeGreaterThan(count('a-first'));
  });

  it('that is damaged or broken off is refused before anything is changed', async () => {
    const at = path.join(folder, 'damaged');
    await backUp({ booking }, at, KEY);
    const file = path.join(at, 'booking.reserve-your-seat.bson.gz.enc');
    const bytes = await readFile(file);
    for (const damaged of [
      bytes.subarray(0, bytes.length - 40),
      Buffer.concat([bytes.subarray(0, 200), Buffer.from([bytes[200]! ^ 1]), bytes.subarray(201)]),
    ]) {
      await writeFile(file, damaged);
      await expect(restore({ booking }, at, KEY)).rejects.toThrow('This backup is damaged: booking.reserve-your-seat.bson.gz.enc');
    }
    expect(await bookings().countDocuments()).toBe(1_234);
    await rm(path.join(at, 'manifest.json'));
    await expect(restore({ booking }, at, KEY)).rejects.toThrow('holds no backup');
  });

  it('B6-527 can be read with its key alone: no text of it stands in any file, and another key is refused before anything is changed', async () => {
    const at = path.join(folder, 'encrypted');
    await booking.db!.collection<{ _id: string }>('a-name').insertOne({ _id: 'Wilhelmina Planted' });
    await backUp({ booking }, at, KEY);
    const files = await readdir(at);
    const texts = await Promise.all(files.map((name) => readFile(path.join(at, name))));
    for (const bytes of texts) {
      expect(bytes.includes('Wilhelmina')).toBe(false);
      // Compressed files begin with these bytes: each is encrypted as a whole.
      expect(bytes.includes(Buffer.from([0x1f, 0x8b, 0x08]))).toBe(false);
    }
    await expect(restore({ booking }, at, randomBytes(32))).rejects.toThrow(
      /^This backup was encrypted with the key [0-9a-f]{16}; the one given is/,
    );
    expect(await booking.db!.collection('a-name').countDocuments()).toBe(1);
    await restore({ booking }, at, KEY);
    expect(await booking.db!.collection('a-name').countDocuments()).toBe(1);
  });

  it('B6-527 takes no file in the place of another, and no list of files that was changed', async () => {
    const at = path.join(folder, 'exchanged');
    await backUp({ booking }, at, KEY);
    const [one, other] = ['booking.sessions.bson.gz.enc', 'booking.oddities.bson.gz.enc'].map((name) => path.join(at, name)) as [
      string,
      string,
    ];
    const bytes = await readFile(one);
    await writeFile(one, await readFile(other));
    await expect(restore({ booking }, at, KEY)).rejects.toThrow('This backup is damaged: booking.sessions.bson.gz.enc');
    await writeFile(one, bytes);
    const list = path.join(at, 'manifest.json');
    await writeFile(list, (await readFile(list, 'utf8')).replace('"documents": 1,', '"documents": 0,'));
    await expect(restore({ booking }, at, KEY)).rejects.toThrow('its list of files was changed');
  });

  it('never mixes with what a folder holds', async () => {
    expect((await readdir(folder)).length).toBeGreaterThan(0);
    await expect(backUp({ booking }, folder, KEY)).rejects.toThrow('is not empty');
  });
});
