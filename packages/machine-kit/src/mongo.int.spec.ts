import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { databaseAccountsOf } from './database-accounts.ts';
import { Failure } from './failure.ts';
import { Unavailable } from './fallback-chain.ts';
import { EVICTION_SETTINGS, MongoServer } from './mongo.ts';
import { findMongo, mongoProviders } from './mongo-source.ts';
import { freePort } from './ports.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'concert-mongo-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program that says it is a mongod. */
async function pretender(name: string, script = 'echo "db version v7.0.1"'): Promise<string> {
  const place = path.join(folder, name);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, `#!/bin/sh\n${script}\n`);
  await chmod(place, 0o755);
  return place;
}

function attempt(name: string, env: NodeJS.ProcessEnv, cache = path.join(folder, 'empty')) {
  return mongoProviders({ env, cache })
    .find((provider) => provider.name === name)!
    .attempt();
}

describe('the ways to a MongoDB', () => {
  it('a MONGOD_BIN that does not run is said at once instead of looking elsewhere', async () => {
    const place = await pretender('broken/mongod', 'echo "no such luck"; exit 3');
    await expect(findMongo({ env: { MONGOD_BIN: place } })).rejects.toThrow(Failure);
    await expect(findMongo({ env: { MONGOD_BIN: '/nowhere/mongod' } })).rejects.toThrow('/nowhere/mongod');
  });

  it('a mongod on the PATH and one in the cache are found, and missed when they are not there', async () => {
    const place = await pretender('path/mongod');
    const cached = await pretender('cache/mongod');
    expect(await attempt('mongod on the PATH', { PATH: path.dirname(place) })).toMatchObject({ path: place });
    expect(await attempt('mongod on the PATH', { PATH: folder })).toBeInstanceOf(Unavailable);
    expect(await attempt('the cache', {}, path.dirname(cached))).toMatchObject({ path: cached });
    expect(await attempt('the cache', {})).toBeInstanceOf(Unavailable);
  });

  it('a download host that does not answer is given up, not waited for', async () => {
    const started = performance.now();
    expect(await attempt('the official build', { MONGOMS_DOWNLOAD_MIRROR: 'http://127.0.0.1:9' })).toMatchObject({
      reason: '127.0.0.1 does not answer',
    });
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});

const source = await findMongo({ env: { ...process.env, MONGO_URL: '' } }).catch(() => undefined);
const ownServer = source?.kind === 'program' ? describe : describe.skip;

ownServer('a MongoDB of our own that asks for accounts', () => {
  const guard = { keyFileText: 'c29tZXRoaW5nIHNlY3JldA==', root: { user: 'root', password: 'p@ss/w:rd' } };
  const accounts = (password: string) => databaseAccountsOf('svc-booking', { runTime: 'served', migration: password });
  const booking = accounts('first').migration;
  const options = async () => ({
    source: source!,
    folder: path.join(folder, 'own'),
    logFile: path.join(folder, 'own.log'),
    port: await freePort(),
    guard,
  });

  async function count(url: string): Promise<number> {
    const client = new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: 5_000 });
    try {
      return await client.db().collection('seats').countDocuments();
    } finally {
      await client.close();
    }
  }

  it('lets an account into its own database only, and keeps data, accounts and replica set when it moves to another port', async () => {
    const first = new MongoServer(await options());
    let running = await first.start();
    try {
      await first.grant('booking', accounts('first'));
      const client = new mongoose.mongo.MongoClient(first.url('booking', booking));
      try {
        await client.withSession((session) =>
          session.withTransaction(() => client.db().collection('seats').insertOne({ seat: 1 }, { session })),
        );
        await expect(client.db('payment').collection('seats').countDocuments()).rejects.toThrow(/not authorized/);
      } finally {
        await client.close();
      }
      await expect(count(first.url('booking'))).rejects.toThrow(/requires authentication/);
      // Only migrations know what the service stores.
      await expect(count(first.url('booking', accounts('first').runTime))).rejects.toThrow(/not authorized/);
    } finally {
      await running.stop();
    }

    const second = new MongoServer(await options());
    running = await second.start();
    try {
      expect(await count(second.url('booking', booking))).toBe(1);
      await second.grant('booking', accounts('second'));
      await expect(count(second.url('booking', booking))).rejects.toThrow(/Authentication failed/);
      expect(await count(second.url('booking', accounts('second').migration))).toBe(1);
    } finally {
      await running.stop();
    }
  });

  /** How a server of ours was started, as it says itself. */
  async function storageOf(server: MongoServer) {
    const running = await server.start();
    const client = new mongoose.mongo.MongoClient(server.url('admin', server.options.guard!.root));
    try {
      const { parsed } = await client.db('admin').command({ getCmdLineOpts: 1 });
      return parsed.storage;
    } finally {
      await client.close();
      await running.stop();
    }
  }

  it('B8-522 keeps changes in a fifth of the cache before it writes them out', async () => {
    const storage = await storageOf(new MongoServer(await options()));
    expect(storage.wiredTiger.engineConfig.configString).toBe(EVICTION_SETTINGS);
    expect(EVICTION_SETTINGS).toMatch(/^eviction_dirty_target=20,.*eviction_updates_target=20,/);
  });

  it('refuses data of another major version, with a next step', async () => {
    await writeFile(path.join(folder, 'own/version'), '4.4.1');
    await expect(new MongoServer(await options()).start()).rejects.toMatchObject({
      message: expect.stringMatching(/written by MongoDB 4\.4\.1/),
      next: expect.stringMatching(/npm run reset/),
    });
  });
});
