import { mkdir, rm, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { MongoServer } from '@concert/machine-kit/mongo';
import { findMongo, type MongoSource } from '@concert/machine-kit/mongo-source';
import { clearOrphans } from '@concert/machine-kit/orphans';
import { createConnection, type Connection } from 'mongoose';
import { readAddress, systemFilePaths, type SystemAddress } from './address.ts';
import { compileServers } from '@concert/machine-kit/build';
import { databaseAccounts, DATABASES } from './database-accounts.ts';
import { runServiceCommand } from './entries.ts';
import { takeLock } from '@concert/machine-kit/lock';
import { assertPorts, planPorts } from './ports.ts';
import { migrationSettings, type SystemPlan, type Settings } from './process-settings.ts';
import { step } from './progress.ts';
import { SERVICES, type ServiceName } from '@concert/machine-kit/rooms';
import { keepSecrets, type Secrets } from './secrets.ts';

/** The system whose databases they are, and what the person set. */
interface DatabaseOptions {
  readonly dataFolder: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Scheme with account and hosts, database, options: an address of several hosts is no URL to Node. */
const MONGO_ADDRESS = /^(mongodb(?:\+srv)?:\/\/(?:([^@/?]*)@)?[^@/?]+)(?:\/([^?]*))?(?:\?(.*))?$/;

/**
 * A deployment that somebody else runs: its address, with the database of each service.
 * @throws Failure when it is no address
 */
export function databaseUrl(url: string): SystemPlan['mongoUrl'] {
  const [, hosts, account, database, options] = MONGO_ADDRESS.exec(url) ?? [];
  if (hosts === undefined)
    throw new Failure('MONGO_URL is not an address of MongoDB.', 'write it as mongodb://account:password@host:27017/?replicaSet=rs0.');
  const query = new URLSearchParams(options);
  // The account stays where it is, while the database changes.
  if (account && !query.has('authSource')) query.set('authSource', database || 'admin');
  return (service) => `${hosts}/${DATABASES[service]}${query.size > 0 ? `?${query.toString()}` : ''}`;
}

/**
 * Gigabytes that MongoDB may use for its cache, which grows with the data: a quarter of the machine's memory, 0.5 to 2. In a cache that
 * is too small, each write also has to make room (docs/load.md).
 */
export function mongoCacheGigabytes(memoryBytes: number): number {
  return Math.min(2, Math.max(0.5, Math.floor(memoryBytes / 2 ** 29) / 8));
}

/** The MongoDB of a data folder, which asks for accounts. */
export function ownMongo(source: MongoSource, dataFolder: string, port: number, secrets: Secrets): MongoServer {
  return new MongoServer({
    source,
    folder: path.join(dataFolder, 'mongodb'),
    logFile: path.join(systemFilePaths(dataFolder).logs, 'mongodb.log'),
    port,
    cacheGigabytes: mongoCacheGigabytes(totalmem()),
    guard: { keyFileText: secrets.mongoKeyFile, root: { user: 'root', password: secrets.mongoRoot } },
  });
}

/** How services reach their databases, and how their migrations do. */
export type DatabaseUrls = Pick<SystemPlan, 'mongoUrl' | 'mongoMigrationUrl'>;

/** Gives every service its own database and accounts; returns how each is reached. */
export async function grantDatabases(server: MongoServer, secrets: Secrets): Promise<DatabaseUrls> {
  for (const service of SERVICES) await server.grant(DATABASES[service], databaseAccounts(secrets, service));
  return {
    mongoUrl: (service) => server.url(DATABASES[service], databaseAccounts(secrets, service).runTime),
    mongoMigrationUrl: (service) => server.url(DATABASES[service], databaseAccounts(secrets, service).migration),
  };
}

/**
 * Migrates the databases of a data folder: through the system that runs on it, else with its MongoDB started for the
 * purpose.
 * @returns what each service's migration said
 */
export async function migrateDatabases(options: DatabaseOptions): Promise<string[]> {
  const { dataFolder, env = process.env } = options;
  const files = systemFilePaths(dataFolder);
  await mkdir(files.logs, { recursive: true });
  await step('Services compiled', () => compileServers());
  return withDatabases(options, (mongoMigrationUrl) =>
    step('Databases migrated', () => migrateAll(files.logs, (name) => migrationSettings({ env, mongoMigrationUrl }, name))),
  );
}

/** Works on the databases of a data folder by their migrations' accounts: in the system that runs on it, else with its MongoDB started. */
export async function withDatabases<T>(
  { dataFolder, env = process.env }: DatabaseOptions,
  work: (mongoUrl: SystemPlan['mongoMigrationUrl'], running: boolean) => Promise<T>,
): Promise<T> {
  // In a container nothing can be written beside the program.
  if (env.MONGO_URL) return work(databaseUrl(env.MONGO_URL), true);
  const files = systemFilePaths(dataFolder);
  const ports = planPorts(env);
  await mkdir(files.logs, { recursive: true });
  const secrets = await keepSecrets(dataFolder);
  if (await takeLock(files.lock)) {
    const address = await readAddress(dataFolder);
    if (address === undefined) throw new Failure('The system is being started.', 'wait until it is ready.');
    return work((service) => address.mongo[service], true);
  }
  try {
    await clearOrphans(files.processes);
    await assertPorts(ports, ['mongodb']);
    const running = await step('MongoDB', async (say) => {
      const source = await findMongo({ env, say });
      const server = ownMongo(source, dataFolder, ports.mongodb, secrets);
      return { server, process: await server.start() };
    });
    try {
      return await work((await grantDatabases(running.server, secrets)).mongoMigrationUrl, false);
    } finally {
      await running.process.stop();
    }
  } finally {
    await rm(files.lock, { force: true });
  }
}

/** A system's MongoDB as its root reaches it. */
export async function rootUrl({ dataFolder, mongo }: Pick<SystemAddress, 'dataFolder' | 'mongo'>): Promise<string> {
  const { mongoRoot } = await keepSecrets(dataFolder);
  return `mongodb://root:${mongoRoot}@${new URL(mongo['svc-auth']).host}/admin?directConnection=true`;
}

/** The four databases, by the names of their services without `svc-`. */
export type FourDatabases = Readonly<Record<'auth' | 'booking' | 'payment' | 'notify', Connection>>;

/** Connects to all of them. */
export async function openDatabases(urlOf: (service: ServiceName) => string): Promise<FourDatabases> {
  const open = async (service: ServiceName) => [DATABASES[service], await createConnection(urlOf(service)).asPromise()] as const;
  return Object.fromEntries(await Promise.all(SERVICES.map(open))) as unknown as FourDatabases;
}

/** Brings the database of every service to its newest form. */
export async function migrateAll(logs: string, settings: (service: ServiceName) => Settings): Promise<string[]> {
  return Promise.all(
    SERVICES.map(async (service) => {
      const { code, output } = await runServiceCommand(service, 'migrate.js', settings(service));
      await writeFile(path.join(logs, `${service}-migrate.log`), output);
      if (code !== 0)
        throw new Failure(
          `The database of ${service} could not be migrated:\n${output.trim().split('\n').slice(-12).join('\n')}`,
          'fix what is named above and run the same command again; it continues where it stopped.',
        );
      return output.trim();
    }),
  );
}
