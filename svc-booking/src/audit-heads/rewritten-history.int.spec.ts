import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseAccountsOf } from '@concert/machine-kit/database-accounts';
import { makeKeyPair } from '@concert/machine-kit/key-pairs';
import { MongoServer } from '@concert/machine-kit/mongo';
import { findMongo } from '@concert/machine-kit/mongo-source';
import { freePort } from '@concert/machine-kit/ports';
import { migrate } from '@concert/service-kit/migrations';
import { collectionOf } from '@concert/service-kit/mongo';
import { keepRunTimeRights } from '@concert/service-kit/run-time-rights';
import { Schedules } from '@concert/service-kit/schedules';
import { until } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import { auditCollection, auditLengthCollection, type AuditDocument } from '../audit-log/audit.schema.ts';
import { entryHash, MongoAuditRepository } from '../audit-log/mongo-audit.repository.ts';
import { bookingServiceCollections, bookingServiceIndexes } from '../indexes.ts';
import { bookingMigrations } from '../migrations/migrations.ts';
import { RunningBooking } from '../running-booking.harness.ts';
import { auditHeadsCollection, type AuditHeadDocument } from './audit-head.schema.ts';
import { CheckAuditLog } from './check-audit-log.ts';
import { Ed25519HeadSigner } from './ed25519-head-signer.ts';
import { keptHeads } from './kept-heads.ts';
import { MongoAuditHeadsRepository } from './mongo-audit-heads.repository.ts';
import { SignAuditHead } from './sign-audit-head.ts';

const source = await findMongo({ env: { ...process.env, MONGO_URL: '' } }).catch(() => undefined);
const ownServer = source?.kind === 'program' ? describe : describe.skip;

ownServer('history in a database that asks for accounts', () => {
  const booking = new RunningBooking();
  const admin = booking.person('admin');
  const accounts = databaseAccountsOf('svc-booking', { runTime: 'served', migration: 'migrated' });
  const keys = makeKeyPair().privateKey;
  const root = { user: 'root', password: 'root' };
  let folder: string;
  let stop: () => Promise<void> = () => Promise.resolve();
  let stolen: Connection;
  let powerful: Connection;

  const entries = (connection: Connection) => collectionOf<AuditDocument>(connection, auditCollection.name);
  const heads = (connection: Connection) => collectionOf<AuditHeadDocument>(connection, auditHeadsCollection.name);
  const sign = () => booking.service.app.get(Schedules).runNow('sign-audit-head');
  const chain = async () => (await booking.ask('GET', '/api/audit-log/chain', { who: booking.person('organiser') })).body as unknown;
  const check = (kept: Parameters<CheckAuditLog['check']>[0] = [], signedBy = keys) =>
    new CheckAuditLog(new MongoAuditRepository(powerful), new MongoAuditHeadsRepository(powerful), new Ed25519HeadSigner([signedBy])).check(
      kept,
    );
  const act = async (state: string) =>
    expect((await booking.ask('PUT', '/api/concert/state', { who: admin, body: { state, reason: 'Storm' } })).status).toBe(200);
  /** Writes every entry anew from one on, as somebody would who wants nobody to notice: each hash follows from the one before it. */
  const rewrite = async (number: number, change: Partial<AuditDocument>): Promise<void> => {
    let previous = (await entries(powerful).findOne({ _id: number - 1 }))?.hash ?? '';
    for (const entry of await entries(powerful)
      .find({ _id: { $gte: number } })
      .sort({ _id: 1 })
      .toArray()) {
      const { hash: _hash, words, ...fields } = { ...entry, ...(entry._id === number ? change : {}) };
      previous = entryHash(previous, fields);
      await entries(powerful).replaceOne({ _id: entry._id }, { ...fields, words, hash: previous });
    }
  };
  /** What is there before something is spoilt, and how it comes back. */
  const saved = async () => {
    const before = { entries: await entries(powerful).find().toArray(), heads: await heads(powerful).find().toArray() };
    return {
      heads: keptHeads(JSON.stringify(before.heads)),
      back: async () => {
        await entries(powerful).deleteMany({});
        await entries(powerful).insertMany(before.entries);
        await heads(powerful).deleteMany({});
        await heads(powerful).insertMany(before.heads);
        expect(await chain()).toEqual({ entries: before.entries.length, intact: true });
      },
    };
  };

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
    await booking.start({ MONGO_URL: server.url('booking', accounts.runTime), AUDIT_SIGNING_KEYS: keys });
    await until(
      'the first head is signed',
      () => heads(powerful).countDocuments(),
      (count) => count === 1,
    );
  }, 120_000);

  afterAll(async () => {
    await booking.stop();
    await Promise.all([stolen?.close(), powerful?.close()]);
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('B9-18 is written by the account of the running service, with everything else that the service does', async () => {
    for (const state of ['disabled', 'open', 'disabled', 'open']) await act(state);
    await booking.paid(booking.person());
    expect(await entries(powerful).countDocuments()).toBe(4);
    expect(await collectionOf(powerful, 'concert-changes').countDocuments()).toBe(4);
  });

  it('B9-19 has its head signed every hour, and not more often', async () => {
    const before = await heads(powerful).countDocuments();
    booking.clock.advance({ minutes: 61 });
    await sign();
    await sign();
    const all = await heads(powerful).find().sort({ _id: 1 }).toArray();
    expect(all).toHaveLength(before + 1);
    expect(all.at(-1)).toMatchObject({
      _id: all.length,
      entries: 4,
      signedAt: booking.clock.now(),
      keyId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(await chain()).toEqual({ entries: 4, intact: true });
    const line = booking.lines.map((text) => JSON.parse(text) as { auditHead?: string }).findLast(({ auditHead }) => auditHead);
    expect(JSON.parse(line!.auditHead!)).toMatchObject({ number: all.length, signature: all.at(-1)!.signature });
  });

  it('B9-18 is not rewritten with the stolen account of the running service', async () => {
    const before = [await entries(powerful).find().toArray(), await heads(powerful).find().toArray()];
    const attempts = [auditCollection.name, auditHeadsCollection.name, 'concert-changes']
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
    expect([await entries(powerful).find().toArray(), await heads(powerful).find().toArray()]).toEqual(before);
    // It may say that there are fewer entries than there are; then the next check and the next entry fail.
    await collectionOf<{ _id: string }>(stolen, auditLengthCollection.name).updateOne({ _id: 'audit' }, { $inc: { entries: -1 } });
    expect(await chain()).toEqual({ entries: 3, intact: false, brokenAt: 4 });
    await collectionOf<{ _id: string }>(stolen, auditLengthCollection.name).updateOne({ _id: 'audit' }, { $inc: { entries: 1 } });
  });

  it('B9-19 is found out when it is rewritten with the account of the migrations, also where every hash was computed anew', async () => {
    const { back } = await saved();
    await rewrite(2, { actor: 'operator' });
    // By itself the chain is sound again.
    expect(await new MongoAuditRepository(powerful).verify()).toEqual({ entries: 4 });
    expect(await chain()).toMatchObject({ intact: false });
    expect(await check()).toMatchObject({ fault: 'rewritten' });
    const signed = await heads(powerful).countDocuments();
    booking.clock.advance({ minutes: 61 });
    await sign();
    expect(await heads(powerful).countDocuments()).toBe(signed);
    expect(booking.service.app.get(SignAuditHead).fault).toBe('rewritten');
    await back();
    await sign();
    expect(booking.service.app.get(SignAuditHead).fault).toBeUndefined();
    expect(await heads(powerful).countDocuments()).toBe(signed + 1);
  });

  it('B9-19 is found out when its end is cut off, count and all', async () => {
    const { back } = await saved();
    const length = collectionOf<{ _id: string }>(powerful, auditLengthCollection.name);
    await entries(powerful).deleteOne({ _id: 4 });
    await length.updateOne({ _id: 'audit' }, { $inc: { entries: -1 } });
    expect(await new MongoAuditRepository(powerful).verify()).toEqual({ entries: 3 });
    expect(await check()).toMatchObject({ fault: 'rewritten' });
    await length.updateOne({ _id: 'audit' }, { $inc: { entries: 1 } });
    await back();
  });

  it('B9-19 is found out when heads are changed, signed by another key, or taken out', async () => {
    const { heads: kept, back } = await saved();
    const newest = kept.at(-1)!;
    const spoilt: Record<string, () => Promise<unknown>> = {
      changed: () => heads(powerful).updateOne({ _id: newest.number }, { $set: { entries: 2 } }),
      'signed by another': () =>
        heads(powerful).updateOne(
          { _id: newest.number },
          { $set: { signature: new Ed25519HeadSigner([makeKeyPair().privateKey]).sign(newest).signature } },
        ),
      'of an unknown key': () => heads(powerful).updateOne({ _id: newest.number }, { $set: { keyId: '0123456789abcdef' } }),
      'without the first': () => heads(powerful).deleteOne({ _id: 1 }),
    };
    const faults: Record<string, unknown> = {};
    for (const [name, spoil] of Object.entries(spoilt)) {
      await spoil();
      faults[name] = (await check()).fault;
      await back();
    }
    expect(faults).toEqual({
      changed: 'forged',
      'signed by another': 'forged',
      'of an unknown key': 'forged',
      'without the first': 'removed',
    });
  });

  it('B9-19 is found out by the heads of a backup, and by the process that signed, when all heads are gone', async () => {
    const { heads: kept, back } = await saved();
    expect((await check(kept)).fault).toBeUndefined();
    await heads(powerful).deleteMany({});
    expect((await check(kept)).fault).toBe('removed');
    await rewrite(1, { actor: 'operator' });
    expect((await check()).fault).toBeUndefined();
    expect((await check(kept)).fault).toBe('rewritten');
    await sign();
    expect(booking.service.app.get(SignAuditHead).fault).toBe('removed');
    expect(await heads(powerful).countDocuments()).toBe(0);
    await back();
  });

  it('B9-19 stays proven when the key is replaced: the next head covers all entries', async () => {
    const next = makeKeyPair().privateKey;
    const { heads: kept, back } = await saved();
    const last = kept.at(-1)!;
    const { number, ...head } = new Ed25519HeadSigner([next]).sign({ ...last, number: last.number + 1, previous: last.signature });
    await heads(powerful).insertOne({ _id: number, ...head });
    expect((await check([], next)).fault).toBeUndefined();
    expect((await check()).fault).toBe('forged');
    await rewrite(1, { actor: 'operator' });
    expect((await check([], next)).fault).toBe('rewritten');
    await back();
  });
});
