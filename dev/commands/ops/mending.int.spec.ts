import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { auditEntrySchema } from '@concert/contracts/core/audit-entry';
import { openTestRoom } from '@concert/test-kit/servers';
import mongoose, { type Connection } from 'mongoose';
import { databaseUrl } from '../../system/databases.ts';
import { releaseJob } from './jobs.ts';
import { Operation, type Flags } from './operation.ts';
import { sessions } from './sessions.ts';

const room = openTestRoom();
const env = { MONGO_URL: room.mongoUrl };
let auth: Connection;
let booking: Connection;
const said: string[] = [];

async function operate(flags: Partial<Flags>, work: (operation: Operation) => Promise<void>): Promise<void> {
  const operation = new Operation({ dryRun: false, yes: false, ...flags }, env);
  jest.spyOn(operation, 'say').mockImplementation((line) => void said.push(line));
  try {
    await work(operation);
  } finally {
    await operation.close();
  }
}

const acts = async () =>
  (await auth.collection<{ envelope: { type: string; data: unknown } }>('outbox').find().sort({ _id: 1 }).toArray()).map(
    ({ envelope }) => ({ type: envelope.type, ...auditEntrySchema.parse(envelope.data) }),
  );
const open = () => auth.collection('sessions').countDocuments();

beforeAll(async () => {
  [auth, booking] = (await Promise.all(
    (['svc-auth', 'svc-booking'] as const).map((name) => mongoose.createConnection(databaseUrl(room.mongoUrl)(name)).asPromise()),
  )) as [Connection, Connection];
  await Promise.all([auth.db!.dropDatabase(), booking.db!.dropDatabase()]);
  await auth.db!.createCollection('outbox');
  await auth.collection<{ _id: string }>('users').insertOne({ _id: 'us_anna', emailKey: 'anna@example.org', role: 'buyer' } as never);
  await auth.collection('sessions').insertMany([
    { userId: 'us_anna', signedInAt: new Date(), expiresAt: new Date(Date.now() + 60_000) },
    { userId: 'us_bert', signedInAt: new Date(), expiresAt: new Date(Date.now() + 60_000) },
  ]);
  await booking
    .collection<{ _id: string }>('leases')
    .insertOne({ _id: 'task:expire-holds', holder: 'somebody', until: new Date(Date.now() + 3_600_000), term: 4 } as never);
});

afterAll(async () => {
  await Promise.all([auth?.db?.dropDatabase(), booking?.db?.dropDatabase()]);
  await Promise.all([auth?.close(), booking?.close()]);
  await room.close();
});

describe('an operation that changes something', () => {
  it('B8-504 only says what it would do with --dry-run', async () => {
    await operate({ dryRun: true }, (operation) => sessions(operation, 'Anna@example.org', true));
    expect(said.at(-1)).toBe('Would: sign us_anna out everywhere. Nothing was changed.');
    expect([await open(), await acts()]).toEqual([2, []]);
  });

  it('does nothing where nobody can be asked', async () => {
    await expect(operate({}, (operation) => sessions(operation, 'anna@example.org', true))).rejects.toThrow('there is nobody to ask');
    expect([await open(), await acts()]).toEqual([2, []]);
  });

  it('B8-504 is in the audit log, by the operator', async () => {
    await operate({ yes: true }, (operation) => sessions(operation, 'anna@example.org', true));
    expect(await auth.collection('sessions').distinct('userId')).toEqual(['us_bert']);
    expect(await acts()).toEqual([
      expect.objectContaining({
        type: 'auth.act.recorded.v1',
        actor: 'operator',
        act: 'sessions.ended',
        subject: { kind: 'user', id: 'us_anna' },
        detail: { count: 1 },
      }),
    ]);
  });

  it('takes a job away by beginning its next term', async () => {
    await operate({ yes: true }, (operation) => releaseJob(operation, ['booking', 'task:expire-holds']));
    expect(await booking.collection<{ _id: string }>('leases').findOne({ _id: 'task:expire-holds' })).toMatchObject({
      holder: 'operator',
      term: 5,
    });
    expect((await acts()).at(-1)).toMatchObject({ act: 'job.released', subject: { kind: 'job', id: 'task:expire-holds' } });
    await expect(operate({ yes: true }, (operation) => releaseJob(operation, ['booking', 'nothing']))).rejects.toThrow(
      'svc-booking has no job nothing',
    );
  });
});
