import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrate } from '@concert/service-kit/store/migrations';
import { openTestRoom } from '@concert/test-kit/servers';
import mongoose, { type Connection } from 'mongoose';
import { notifyIndexes } from './indexes.ts';
import { notifyMigrations } from './migrations/migrations.ts';

const room = openTestRoom();
let database: Connection;

beforeAll(async () => {
  database = await mongoose.createConnection(room.mongoUrl).asPromise();
});
afterAll(async () => {
  await database?.close();
  await room.close();
});

it('mails of before their delivery was followed get its fields, and tickets their booking; twice is once', async () => {
  const mails = database.collection<{ _id: string; [field: string]: unknown }>('mails');
  const old = {
    factId: 'f',
    attempts: 1,
    createdAt: new Date(),
    nextAttemptAt: new Date(),
    sentAt: new Date(),
    providerMessageId: 'm',
    lastFault: null,
    correlationId: 'c',
    traceparent: '',
    claim: null,
  };
  await mails.insertMany([
    { _id: 'ml_1', kind: 'ticket', subjectId: 'bk_1', state: 'accepted', ...old },
    { _id: 'ml_2', kind: 'verification', subjectId: 'ref', state: 'given_up', ...old },
  ]);
  await mails.createIndex({ subjectId: 1, createdAt: -1, _id: -1 }, { name: 'of_subject' });
  const said: string[] = [];
  await migrate(database, notifyMigrations, notifyIndexes, (line) => void said.push(line));
  expect(said.join()).toContain('2 mails get the fields of their delivery');
  const fresh = { delivery: null, deliveryAt: null, deliveryFault: null, resendOf: null };
  expect(await mails.find().sort({ _id: 1 }).toArray()).toMatchObject([
    { ...old, ...fresh, wordsOf: 'bk_1', bookings: ['bk_1'], trouble: false },
    { ...old, ...fresh, wordsOf: 'ref', bookings: [], trouble: true },
  ]);
  // The previous version is not ready without this index.
  expect((await mails.indexes()).map(({ name }) => name)).toContain('of_subject');
  const before = await mails.find().toArray();
  for (const { up } of notifyMigrations) await up(database.db!);
  expect(await mails.find().toArray()).toEqual(before);
});
