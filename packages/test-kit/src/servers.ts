import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import amqp from 'amqplib';
import mongoose from 'mongoose';
import { BrokerAdministrator, managementUrl, urlOfAccount, type Broker, type BrokerPlan } from '@concert/machine-kit/broker-accounts';
import { hasImage } from '@concert/machine-kit/containers';
import { MongoServer } from '@concert/machine-kit/mongo';
import { findMongo, type MongoSource } from '@concert/machine-kit/mongo-source';
import { takeLock } from '@concert/machine-kit/lock';
import { clearAbandoned, recordProcesses } from '@concert/machine-kit/orphans';
import { freePort } from '@concert/machine-kit/ports';
import type { Running } from '@concert/machine-kit/processes';
import { SERVICES, type ServiceName as Service } from '@concert/machine-kit/rooms';
import { findRabbit, freeRabbitPort, RabbitServer, stopPortMapper, type RabbitSource } from '@concert/machine-kit/rabbitmq';

/** One MongoDB and one RabbitMQ for a whole test run. */
export interface TestServers {
  /** Address without a database. */
  readonly mongoUrl: string;
  readonly broker: Broker;
}

/** Carries the addresses from the run's setup to every test file. */
const VARIABLE = 'CONCERT_TEST_SERVERS';

/**
 * Starts both servers side by side: those named by MONGO_URL and RABBITMQ_URL, else containers where an engine answers and
 * has their images, else whatever the providers find on this machine.
 * @returns how to stop them again
 */
export async function startTestServers(env: NodeJS.ProcessEnv = process.env): Promise<{ servers: TestServers; stop: () => Promise<void> }> {
  await clearAbandonedServers();
  const folder = await mkdtemp(path.join(tmpdir(), PREFIX));
  const rabbitPort = await freeRabbitPort();
  await writeFile(path.join(folder, RABBIT_PORT), String(rabbitPort));
  await takeLock(path.join(folder, 'lock'));
  const started: Running[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((running) => running.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  const keep = async (running: Running): Promise<void> => {
    started.push(running);
    await recordProcesses(
      path.join(folder, 'processes.json'),
      started.map(({ name, pid }) => ({ name, pid })),
    );
  };
  const outcomes = await Promise.allSettled([startMongo(env, folder, keep), startRabbit(env, folder, rabbitPort, keep)]);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  if (refused) {
    await stop();
    throw refused.reason;
  }
  const [mongoUrl, broker] = outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as [string, Broker];
  process.stderr.write(
    `Tests run against ${started.map(({ name, pid }) => `${name} (${pid === undefined ? 'a container' : 'a process of this machine'})`).join(' and ') || 'the given servers'}.\n`,
  );
  return { servers: { mongoUrl, broker }, stop };
}

function startMongo(env: NodeJS.ProcessEnv, folder: string, keep: Keep): Promise<string> {
  const boot = async (source: MongoSource): Promise<string> => {
    if (source.kind === 'running') return source.url;
    const [port, logFile] = [await freePort(), path.join(folder, 'mongo.log')];
    const server = new MongoServer({ source, folder: path.join(folder, 'mongo'), logFile, port });
    await keep(await server.start());
    await setUpForTests(server.url(''));
    return server.url('');
  };
  const image = env.MONGO_URL ? undefined : env.MONGO_IMAGE || 'mongo:8.0.28';
  return inContainer<MongoSource, string>('MongoDB', image, boot, () => findMongo({ env }));
}

/** Boots a container where the engine has its image, else what is found. Pulling an image can take any time: whoever wants containers does it first. */
async function inContainer<Source, Booted>(
  what: string,
  image: string | undefined,
  boot: (source: Source | Extract<MongoSource, { kind: 'container' }>) => Promise<Booted>,
  find: () => Promise<Source>,
): Promise<Booted> {
  if (image && (await hasImage(image)))
    try {
      return await boot({ kind: 'container', image });
    } catch (error) {
      process.stderr.write(
        `${what} does not start in a container (${(error as Error).message.split('\n')[0]}); taking it from this machine.\n`,
      );
    }
  return boot(await find());
}

/**
 * Tests set their own clocks, and a server deletes what a TTL index says is expired by the machine's: a session of a test that plays in the
 * past would vanish within a minute, sometimes in the middle of a test. Tests that kill a process inside a transaction wait until the
 * server ends it: a third as long here as in a real system. And a server keeps the files of a dropped database for as long as somebody may still
 * read what was in it: at its own five minutes, thousands were open at the end of a run.
 */
async function setUpForTests(url: string): Promise<void> {
  const client = new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: 10_000 });
  try {
    await client
      .db('admin')
      .command({ setParameter: 1, ttlMonitorEnabled: false, transactionLifetimeLimitSeconds: 3, minSnapshotHistoryWindowInSeconds: 60 });
  } finally {
    await client.close();
  }
}

function startRabbit(env: NodeJS.ProcessEnv, folder: string, port: number, keep: Keep): Promise<Broker> {
  const boot = async (source: RabbitSource): Promise<Broker> => {
    if (source.kind === 'running') return { url: source.url, managementUrl: managementUrl(source.url, env.RABBITMQ_MANAGEMENT_URL) };
    const [password, logFile] = [randomBytes(12).toString('hex'), path.join(folder, 'rabbitmq.log')];
    const server = new RabbitServer({ source, folder: path.join(folder, 'rabbitmq'), logFile, port, password });
    await keep(await server.start());
    return { url: server.url, managementUrl: server.managementUrl };
  };
  const image = env.RABBITMQ_URL ? undefined : env.RABBITMQ_IMAGE || 'rabbitmq:4.2.9-management';
  return inContainer<RabbitSource, Broker>('RabbitMQ', image, boot, () => findRabbit({ env }));
}

type Keep = (running: Running) => Promise<void>;

const PREFIX = 'concert-test-';

/** The port mapper of a broker is in no record of processes. */
const RABBIT_PORT = 'rabbit-port';

/** Stops the servers of test runs that ended before they could do so themselves. */
export function clearAbandonedServers(): Promise<void> {
  return clearAbandoned(PREFIX, async (folder) => stopPortMapper(Number(await readFile(path.join(folder, RABBIT_PORT), 'utf8'))));
}

/** Hands the addresses to every test file of this run. */
export function announce(servers: TestServers): void {
  process.env[VARIABLE] = JSON.stringify(servers);
}

/** The servers of this run. */
export function testServers(): TestServers {
  const text = process.env[VARIABLE];
  if (text === undefined)
    throw new Error('No test servers in this run: name the file *.int.spec.ts, so that the project "int" starts them.');
  return JSON.parse(text) as TestServers;
}

/** A fact as its contract names it. */
type FactName = BrokerPlan['facts'][number];

/** What one test file has for itself on the run's servers. */
export interface TestRoom {
  /** Address of an empty database. */
  readonly mongoUrl: string;
  /** The broker as its administrator reaches it. */
  readonly rabbitUrl: string;
  /** An exchange and a queue prefix nobody else uses. */
  readonly exchange: string;
  readonly queuePrefix: string;
  /** The name of a service's account. */
  accountOf(service: Service): string;
  /** The broker as one service reaches it, with the rights it has in a running system. */
  rabbitUrlOf(service: Service): string;
  /** The same as settings of a service. */
  settingsOf(service: Service): Record<'MONGO_URL' | 'RABBITMQ_URL' | 'EVENTS_EXCHANGE' | 'EVENTS_QUEUE_PREFIX' | 'METRICS_PORT', string>;
  /**
   * Makes the exchange and the accounts of the services, as an administrator does before a system is started.
   * @param facts that the services publish and consume
   */
  openBroker(facts: readonly FactName[]): Promise<void>;
  /** Drops the database, the accounts, the exchanges and the queues: a broker keeps some of each queue in memory, also of one that nobody uses. */
  close(): Promise<void>;
}

/** Gives a test file a database and names on the broker of its own, so that files can run side by side. */
export function openTestRoom({ mongoUrl, broker }: TestServers = testServers()): TestRoom {
  const mark = `t${randomBytes(6).toString('hex')}`;
  const address = new URL(mongoUrl);
  // Services read what a majority has confirmed; a test that reads ahead of that would ask them for what they cannot see yet.
  address.searchParams.set('readConcernLevel', 'majority');
  address.pathname = `/${mark}`;
  const plan = {
    exchange: `${mark}.events`,
    prefix: `${mark}.`,
    passwords: Object.fromEntries(SERVICES.map((name) => [name, randomBytes(12).toString('hex')])),
  };
  const accountOf = (service: Service) => `${plan.prefix}${service}`;
  const rabbitUrlOf = (service: Service) => urlOfAccount(broker.url, accountOf(service), plan.passwords[service]!);
  const administrator = new BrokerAdministrator(broker.managementUrl);
  let isOpen = false;
  return {
    mongoUrl: address.href,
    rabbitUrl: broker.url,
    exchange: plan.exchange,
    queuePrefix: plan.prefix,
    accountOf,
    rabbitUrlOf,
    settingsOf: (service) => ({
      MONGO_URL: address.href,
      RABBITMQ_URL: rabbitUrlOf(service),
      EVENTS_EXCHANGE: plan.exchange,
      EVENTS_QUEUE_PREFIX: plan.prefix,
      METRICS_PORT: '0',
    }),
    openBroker: async (facts) => {
      isOpen = true;
      await administrator.setUp({ ...plan, facts });
    },
    close: async () => {
      const exchanges = [plan.exchange, ...SERVICES.map((service) => `${accountOf(service)}.queues`)];
      await Promise.all([
        dropDatabase(address.href),
        isOpen &&
          Promise.all([administrator.queuesOf(plan), administrator.removeAccounts(plan)]).then(([queues]) =>
            deleteFromBroker(broker.url, exchanges, queues),
          ),
      ]);
    },
  };
}

async function dropDatabase(url: string): Promise<void> {
  const client = new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: 5_000 });
  try {
    await client.db().dropDatabase();
  } finally {
    await client.close();
  }
}

async function deleteFromBroker(url: string, exchanges: readonly string[], queues: readonly string[]): Promise<void> {
  const connection = await amqp.connect(url, { timeout: 5_000 });
  try {
    const channel = await connection.createChannel();
    for (const name of queues) await channel.deleteQueue(name);
    for (const name of exchanges) await channel.deleteExchange(name);
  } finally {
    await connection.close();
  }
}
