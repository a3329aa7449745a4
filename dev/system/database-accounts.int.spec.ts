import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findMongo } from '@concert/machine-kit/mongo-source';
import { freePort } from '@concert/machine-kit/ports';
import mongoose, { type Connection } from 'mongoose';
import { compileServers } from '@concert/machine-kit/build';
import { grantDatabases, migrateAll, ownMongo, type DatabaseUrls } from './databases.ts';
import { migrationSettings } from './process-settings.ts';
import { SERVICES, type ServiceName } from '@concert/machine-kit/rooms';
import { keepSecrets } from './secrets.ts';

/** What no service may change once it is written. */
const APPEND_ONLY: Readonly<Record<ServiceName, readonly string[]>> = {
  'svc-auth': [],
  'svc-booking': ['audit', 'concert-changes'],
  'svc-payment': ['money-ledger'],
  'svc-notify': [],
};
const NOBODY = { _id: 'nobody' as never };

type Db = NonNullable<Connection['db']>;

const source = await findMongo({ env: { ...process.env, MONGO_URL: '' } }).catch(() => undefined);
const ownServer = source?.kind === 'program' ? describe : describe.skip;

ownServer('the account of a running service', () => {
  const opened: Connection[] = [];
  let folder: string;
  let urls: DatabaseUrls;
  let stop: () => Promise<void> = () => Promise.resolve();

  const open = async (url: string): Promise<Db> => {
    const connection = await mongoose.createConnection(url, { serverSelectionTimeoutMS: 5_000, autoCreate: false }).asPromise();
    opened.push(connection);
    return connection.db!;
  };
  const migrate = () => {
    const { mongoMigrationUrl } = urls;
    return migrateAll(folder, (name) => migrationSettings({ env: { PATH: process.env['PATH'] }, mongoMigrationUrl }, name));
  };

  beforeAll(async () => {
    await compileServers();
    folder = await mkdtemp(path.join(tmpdir(), 'concert-accounts-'));
    await mkdir(path.join(folder, 'logs'));
    const secrets = await keepSecrets(folder);
    const server = ownMongo(source!, folder, await freePort(), secrets);
    const running = await server.start();
    stop = () => running.stop();
    urls = await grantDatabases(server, secrets);
    await migrate();
  }, 180_000);

  afterAll(async () => {
    await Promise.all(opened.map((connection) => connection.close()));
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** The names of those attempts that were not refused for want of a right. */
  const allowed = async (attempts: Readonly<Record<string, () => Promise<unknown>>>): Promise<string[]> => {
    const names: string[] = [];
    for (const [name, attempt] of Object.entries(attempts)) {
      const code = await attempt().then(
        () => 'done',
        (error: { code?: unknown }) => error.code,
      );
      if (code !== 13) names.push(name);
    }
    return names;
  };
  const collectionsOf = async (service: ServiceName): Promise<string[]> => {
    const found = await (await open(urls.mongoMigrationUrl(service))).listCollections({}, { nameOnly: true }).toArray();
    // A collection without an index of its own is made with its first document.
    return [...new Set([...found.map(({ name }) => name), ...APPEND_ONLY[service]])].filter((name) => !name.startsWith('system.')).sort();
  };

  it.each(SERVICES)('B9-518 of %s changes and removes what it stores, and only adds to what is append-only', async (service) => {
    const db = await open(urls.mongoUrl(service));
    const rights: Record<string, string[]> = {};
    const expected: Record<string, string[]> = {};
    for (const name of await collectionsOf(service)) {
      const documents = db.collection(name);
      rights[name] = await allowed({
        find: () => documents.findOne(NOBODY),
        indexes: () => documents.indexes(),
        insert: () => documents.insertOne({ _id: 'probe' as never }),
        update: () => documents.updateOne(NOBODY, { $set: { changed: 1 } }),
        replace: () => documents.findOneAndReplace(NOBODY, {}),
        remove: () => documents.deleteMany(NOBODY),
        overwrite: () => documents.aggregate([{ $match: NOBODY }, { $merge: { into: name } }]).toArray(),
      });
      const add = ['find', 'indexes', 'insert'];
      expected[name] =
        name === 'migrations' ? [] : APPEND_ONLY[service].includes(name) ? add : [...add, 'update', 'replace', 'remove', 'overwrite'];
    }
    expect(rights).toEqual(expected);
    expect(Object.keys(rights)).toEqual(expect.arrayContaining(['outbox', 'migrations']));
  });

  it.each(SERVICES)('B9-518 of %s changes the form of nothing, and reaches no other database', async (service) => {
    const db = await open(urls.mongoUrl(service));
    for (const name of await collectionsOf(service)) {
      const documents = db.collection(name);
      expect({
        name,
        allowed: await allowed({
          drop: () => documents.drop(),
          rename: () => documents.rename('elsewhere'),
          renameOver: () => db.collection('outbox').rename(name, { dropTarget: true }),
          createIndex: () => documents.createIndex({ more: 1 }),
          dropIndexes: () => db.command({ dropIndexes: name, index: '*' }),
          collMod: () => db.command({ collMod: name, validator: {} }),
          out: () =>
            db
              .collection('inbox')
              .aggregate([{ $out: name }])
              .toArray(),
        }),
      }).toEqual({ name, allowed: APPEND_ONLY[service].includes(name) || name === 'migrations' ? [] : ['out'] });
    }
    const another = SERVICES.find((name) => name !== service)!.replace('svc-', '');
    const itsDatabase = db.databaseName;
    expect(
      await allowed({
        dropDatabase: () => db.dropDatabase(),
        createCollection: () => db.createCollection('more'),
        view: () => db.createCollection('seen', { viewOn: 'outbox', pipeline: [] }),
        profile: () => db.command({ profile: 2 }),
        roles: () => db.command({ rolesInfo: 'migration', showPrivileges: true }),
        moreRights: () => db.command({ grantRolesToUser: service, roles: [{ role: 'migration', db: itsDatabase }] }),
        moreInRole: () =>
          db.command({
            grantPrivilegesToRole: 'run-time',
            privileges: [{ resource: { db: itsDatabase, collection: '' }, actions: ['remove'] }],
          }),
        user: () => db.command({ createUser: 'another', pwd: 'secret', roles: [] }),
        read: () => db.client.db(another).collection('outbox').findOne(),
        local: () => db.client.db('local').collection('oplog.rs').findOne(),
      }),
    ).toEqual([]);
  });

  it('B9-518 of migrations may not reach another database either', async () => {
    const db = await open(urls.mongoMigrationUrl('svc-notify'));
    expect(
      await allowed({
        read: () => db.client.db('payment').collection('money-ledger').findOne(),
        give: () => db.command({ grantRolesToUser: 'svc-notify-migration', roles: [{ role: 'readWrite', db: 'payment' }] }),
      }),
    ).toEqual([]);
  });

  it('B9-518 loses, with the next migration, what somebody gave it beyond that', async () => {
    const asMigration = await open(urls.mongoMigrationUrl('svc-payment'));
    const ledger = (await open(urls.mongoUrl('svc-payment'))).collection('money-ledger');
    const removal = () => allowed({ remove: () => ledger.deleteMany(NOBODY) });
    await asMigration.command({
      grantPrivilegesToRole: 'run-time',
      privileges: [{ resource: { db: 'payment', collection: 'money-ledger' }, actions: ['remove'] }],
    });
    expect(await removal()).toEqual(['remove']);
    await migrate();
    expect(await removal()).toEqual([]);
  }, 60_000);
});
