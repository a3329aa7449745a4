import path from 'node:path';
import { run } from '@concert/machine-kit/processes';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RunningBooking } from '../running-booking.harness.ts';

const booking = new RunningBooking();
const FILE = path.resolve(import.meta.dirname, '../../dist/commands/try-order.js');
const NODE = path.resolve(import.meta.dirname, '../../../node_modules/.bin/node');
let keys: string;

beforeAll(async () => {
  await booking.start();
  keys = (await import('@concert/machine-kit/key-pairs')).makeKeyPair().privateKey;
});
afterAll(() => booking.stop());

const tryOrder = () =>
  run(NODE, [FILE], {
    env: {
      MONGO_URL: booking.room.mongoUrl,
      TICKET_SIGNING_KEYS: keys,
      PAYMENTS_LIVE: 'true',
      PUBLIC_ORIGIN: 'https://concert.venue.test',
    },
    withinMs: 30_000,
  });
/** Everything in the database but who does which task. */
async function everything(): Promise<string> {
  const collections = await booking.database.db!.collections();
  const names = collections.map(({ collectionName }) => collectionName).filter((name) => name !== 'leases');
  return JSON.stringify(
    await Promise.all(names.sort().map(async (name) => [name, await booking.database.collection(name).find().toArray()])),
  );
}

it('B8-564 sells a seat and gives it back beside a live key, leaves no trace of it, and says where none is left or something is broken', async () => {
  const before = await everything();
  expect(await tryOrder()).toMatchObject({ code: 0, output: expect.stringContaining('was sold and given back') });
  expect(await everything()).toBe(before);
  const stock = booking.database.collection<{ _id: string }>('stock');
  await stock.updateMany({}, [{ $set: { sold: '$capacity' } }]);
  expect(await tryOrder()).toMatchObject({ code: 0, output: expect.stringContaining('none was left') });
  await stock.deleteMany({});
  expect((await tryOrder()).code).toBe(1);
});
