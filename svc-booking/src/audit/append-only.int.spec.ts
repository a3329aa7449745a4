import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseAccountsOf } from '@concert/machine-kit/database-accounts';
import { MongoServer } from '@concert/machine-kit/mongo';
import { findMongo } from '@concert/machine-kit/mongo-source';
import { freePort } from '@concert/machine-kit/ports';
import { migrate } from '@concert/service-kit/migrations';
import { collectionOf } from '@concert/service-kit/store/mongo';
import { keepRunTimeRights } from '@concert/service-kit/run-time-rights';
import mongoose, { type Connection } from 'mongoose';
import { auditCollection, auditLengthCollection, type AuditDocument } from '../audit-log/audit.schema.ts';
import { bookingServiceCollections, bookingServiceIndexes } from '../indexes.ts';
import { bookingMigrations } from '../migrations/migrations.ts';
import { RunningBooking } from '../running-booking.harness.ts';

const source = await findMongo({ env: { ...process.env, MONGO_URL: '' } }).catch(() => undefined);
const ownServer = source?.kind === 'program' ? describe : describe.skip;

ownServer('history in a database that asks for accounts', () => {
  const booking = new RunningBooking();
  const admin = booking.person('admin');
  const accounts = databaseAccountsOf('svc-booking', { runTime: 'served', migration: 'migrated' });
  const root = { user: 'root', password: 'root' };
  let folder: string;
  let stop: () => Promise<void> = () => Promise.resolve();
  let stolen: Connection;
  let powerful: Connection;

  const entries = (connection: Connection) => collectionOf<AuditDocument>(connection, auditCollection.name);
  const chain = async () => (await booking.ask('GET', '/api/audit-log/chain', { who: booking.person('organiser') })).body as unknown;
  const act = async (state: 'open' | 'disabled') => expect((await booking.changeState(admin, state)).status).toBe(200);

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'concert-history-'));
    const server = new MongoServer({
      source: source!,
      folder,
      logFile: path.join(folder, 'mongod.log'),
      port: await freePort(),
      guard: { keyFileText: 'c29tZXRoaW5nIHNlY3JldA==', root },
    });
    const running = await server.start();
    stop = () => running.stop();
    await server.grant('booking', accounts);
    const open = (url: string) => mongoose.createConnection(url, { autoCreate: false }).asPromise();
    powerful = await open(server.url('booking', accounts.migration));
    await migrate(
      powerful,
      bookingMigrations('open', () => booking.clock.now()),
      bookingServiceIndexes,
      () => undefined,
    );
    expect(await keepRunTimeRights(powerful.db!, bookingServiceCollections)).toBe('kept');
    stolen = await open(server.url('booking', accounts.runTime));
    await booking.start({ MONGO_URL: server.url('booking', accounts.runTime) });
  }, 120_000);

  afterAll(async () => {
    await booking.stop();
    await Promise.all([stolen?.close(), powerful?.close()]);
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is written by the account of the running service, with everything else that the service does', async () => {
    for (const state of ['disabled', 'open', 'disabled', 'open'] as const) await act(state);
    await booking.paid(booking.person());
    // The other state, and the change of the settings.
    expect(await entries(powerful).countDocuments()).toBe(8);
    expect(await collectionOf(powerful, 'concert-changes').countDocuments()).toBe(4);
  });

  it('is not rewritten with the stolen account of the running service', async () => {
    const before = await entries(powerful).find().toArray();
    const attempts = [auditCollection.name, 'concert-changes']
      .map((name) => collectionOf(stolen, name))
      .flatMap((documents) => [
        documents.updateMany({}, { $set: { act: 'nothing' } }),
        documents.findOneAndReplace({}, {}),
        documents.deleteMany({}),
        documents.drop(),
        documents.rename('elsewhere'),
      ]);
    const outcomes = (await Promise.allSettled(attempts)).map(
      (outcome) => outcome.status === 'rejected' && (outcome.reason as { code: number }).code,
    );
    expect(outcomes).toEqual(attempts.map(() => 13));
    expect(await entries(powerful).find().toArray()).toEqual(before);
    // It may say that there are fewer entries than there are; then the next check and the next entry fail.
    await collectionOf<{ _id: string }>(stolen, auditLengthCollection.name).updateOne({ _id: 'audit' }, { $inc: { entries: -1 } });
    expect(await chain()).toEqual({ entries: 7, intact: false, brokenAt: 8 });
    await collectionOf<{ _id: string }>(stolen, auditLengthCollection.name).updateOne({ _id: 'audit' }, { $inc: { entries: 1 } });
  });
});
