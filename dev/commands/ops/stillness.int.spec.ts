import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Leases } from '@concert/service-kit/store/lease';
import { createLog } from '@concert/service-kit/process/log';
import { Schedules, QUEUES_TASK } from '@concert/service-kit/store/schedules';
import { openTestRoom } from '@concert/test-kit/servers';
import { until } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import { assertNoServiceWorks } from './stillness.ts';

const room = openTestRoom();
let booking: Connection;
/** As whoever asks finds the databases. */
const still = () => assertNoServiceWorks({ booking });
const hold = (_id: string, forMs: number) =>
  booking.collection<{ _id: string }>('leases').insertOne({ _id, until: new Date(Date.now() + forMs), holder: 'gone', term: 1 } as never);

beforeAll(async () => {
  booking = await mongoose.createConnection(room.mongoUrl).asPromise();
});

beforeEach(() => booking.collection('leases').deleteMany({}));

afterAll(async () => {
  await booking.close();
  await room.close();
});

describe('databases that a restore replaces', () => {
  it.each([
    ['only leases of rare tasks are left, which last a day', 'task:forget-old-people', 1],
    ['a clock that was days ahead wrote the last sign of life', 'task:look-at-queues', 2],
  ])('are still when %s', async (_, lease, days) => {
    await hold(lease, days * 86_400_000);
    await still();
  });

  it('are waited for after a service was killed', async () => {
    const begun = Date.now();
    await hold('task:look-at-queues', 1_200);
    await still();
    expect(Date.now() - begun).toBeGreaterThanOrEqual(1_200);
  });

  it('are not touched while a service works on them, and can be once it has stopped', async () => {
    const schedules = new Schedules(new Leases(booking), createLog('svc-booking', 'silent'), 3_000);
    schedules.every(QUEUES_TASK, 300, () => Promise.resolve());
    schedules.start();
    try {
      await until('it works', async () => (await booking.collection('leases').findOne()) !== null);
      await expect(still()).rejects.toThrow('Services work on these databases: svc-booking.');
    } finally {
      await schedules.stop();
    }
    await still();
  });
});
