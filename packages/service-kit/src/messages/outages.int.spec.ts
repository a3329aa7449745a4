import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { BrokerAdministrator, urlOfAccount } from '@concert/machine-kit/broker-accounts';
import { KeyRing } from '@concert/test-kit/keys';
import { MongoServer } from '@concert/machine-kit/mongo';
import { findMongo } from '@concert/machine-kit/mongo-source';
import { acceptsConnections, freePort } from '@concert/machine-kit/ports';
import type { Running } from '@concert/machine-kit/processes';
import { signalGroup } from '@concert/machine-kit/reaper';
import { findRabbit, freeRabbitPort, RabbitServer } from '@concert/machine-kit/rabbitmq';
import { certificateFolder, createAuthority } from '@concert/test-kit/certificates';
import { untilFrozen } from '@concert/test-kit/frozen';
import { having, until } from '@concert/test-kit/until';
import { probeIndexes, startProbe, thingMadeV1, thingSoldV1 } from '../../test/probe-service.ts';
import { failing, Steering } from '../../test/steering.ts';
import { migrate } from '../migrations.ts';
import type { RunningService } from '../service.ts';
import { createMongo, openForCommand, type Connection } from '../store/mongo.ts';
import type { OutboxRow } from './outbox.schema.ts';

/*
 * Servers of this file's own, killed as a machine kills them, which speak TLS only and want a certificate of whoever comes. Where only a server somebody else runs is to be had
 * (MONGO_URL, RABBITMQ_URL), it is not ours to kill and there is nothing to test.
 */
const [mongoSource, rabbitSource] = await Promise.all([
  findMongo({ env: { ...process.env, MONGO_URL: '' } }),
  findRabbit({ env: { ...process.env, RABBITMQ_URL: '' } }),
]);
const keys = new KeyRing(['gateway', 'svc-notify']);
const lines: string[] = [];
const started: RunningService[] = [];
let folder: string;
let own: Awaited<ReturnType<typeof certificateFolder>>;
let mongoServer: MongoServer;
let rabbitServer: RabbitServer;
let mongod: Running | undefined;
let rabbit: Running | undefined;
let service: RunningService;
let made = 0;

const PASSWORD = 'outages';
async function startBroker(): Promise<void> {
  rabbit = await rabbitServer.start();
  const plan = { exchange: 'concert.events', prefix: '', passwords: { 'svc-notify': PASSWORD }, facts: [thingMadeV1, thingSoldV1] };
  await new BrokerAdministrator(rabbitServer.managementUrl).setUp(plan);
}

/** Gives the servers, and the service, certificates of a new authority. */
async function certify(name: string): Promise<void> {
  const authority = await createAuthority(name);
  const [server, client] = await Promise.all([authority.issue('server'), authority.issue('svc-notify')]);
  await own.write({
    'ca.pem': authority.cert,
    'server.pem': `${server.cert}\n${server.key}`,
    'client.crt': client.cert,
    'client.key': client.key,
  });
}

const tlsFiles = (use: 'MONGO' | 'RABBITMQ', ca: string, withCertificate: boolean) => ({
  [`${use}_TLS_CA_FILE`]: own.file(ca),
  ...(withCertificate ? { [`${use}_TLS_CERT_FILE`]: own.file('client.crt'), [`${use}_TLS_KEY_FILE`]: own.file('client.key') } : {}),
});
const settings = (ca = 'ca.pem', withCertificate = true) => ({
  MONGO_URL: mongoServer.url('probe'),
  RABBITMQ_URL: urlOfAccount(rabbitServer.url, 'svc-notify', PASSWORD),
  ...tlsFiles('MONGO', ca, withCertificate),
  ...tlsFiles('RABBITMQ', ca, withCertificate),
  ...keys.settingsFor('svc-notify'),
});

const probe = async (over: Parameters<typeof startProbe>[1] = {}, env = settings()) => {
  const running = await startProbe(env, { lookMs: 200, logLines: { write: (line) => void lines.push(line) }, ...over });
  started.push(running);
  return running;
};
const ready = async (of: RunningService) =>
  (await (await fetch(`${of.url}/health/ready`)).json()) as { ready: boolean; dependencies: Record<string, boolean> };
/** How long what takes a second may take where other tests fill the machine: a server of ours starts, a driver finds it again. */
const PATIENT = { withinMs: 60_000 };
jest.setTimeout(180_000);
const becomesReady = (of: RunningService) => until('the service is ready', () => ready(of), having({ ready: true }), PATIENT);
/** What a service says of itself once it has found out: it looks at its servers every so often, and not at each question. */
const becomesUnready = (of: RunningService) => until('the service is not ready', () => ready(of), having({ ready: false }), PATIENT);
/** What the test before has killed, so that each fails for itself alone. */
async function bothServers(): Promise<void> {
  for (const server of [mongod, rabbit]) if (server) signalGroup(server.pid!, 'SIGCONT');
  if (!(await acceptsConnections(mongoServer.options.port))) mongod = await mongoServer.start();
  if (!(await acceptsConnections(rabbitServer.options.port))) await startBroker();
  await becomesReady(service);
}
/** Far below the 30 s a driver waits by itself, far above what a busy machine adds. How fast it is belongs to the bench. */
const SOON_MS = 10_000;

const kill = async (running: Running | undefined, signal: NodeJS.Signals = 'SIGKILL') => {
  signalGroup(running!.pid!, signal);
  if (signal === 'SIGKILL') await running!.stop();
  if (signal === 'SIGSTOP') await untilFrozen(running!.pid!);
};

async function make(
  of: RunningService = service,
): Promise<{ name: string; status: number; ms: number; retryAfter: string | null; code: string | undefined }> {
  made += 1;
  const name = `thing ${String(made).padStart(4, '0')}`;
  const began = performance.now();
  const response = await fetch(`${of.url}/api/things`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  const { code } = (await response.json()) as { code?: string };
  return { name, status: response.status, ms: performance.now() - began, retryAfter: response.headers.get('retry-after'), code };
}

/** As a command of the service does it. */
async function inDatabase<T>(look: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = createMongo();
  await openForCommand(connection, settings());
  try {
    return await look(connection);
  } finally {
    await connection.close();
  }
}
const orderOf = () =>
  inDatabase(async ({ db }) => (await db!.collection<{ name: string }>('order').find().sort({ _id: 1 }).toArray()).map(({ name }) => name));
const waiting = () => inDatabase(({ db }) => db!.collection<OutboxRow>('outbox').countDocuments({ publishedAt: null }));

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'concert-outages-'));
  own = await certificateFolder();
  await certify('first authority');
  const place = async (name: string) => {
    await mkdir(path.join(folder, name));
    return { folder: path.join(folder, name), logFile: path.join(folder, `${name}.log`), tlsFolder: path.dirname(own.file('ca.pem')) };
  };
  mongoServer = new MongoServer({ source: mongoSource, port: await freePort(), ...(await place('mongo')) });
  rabbitServer = new RabbitServer({ source: rabbitSource, port: await freeRabbitPort(), password: PASSWORD, ...(await place('rabbitmq')) });
});

afterAll(async () => {
  await Promise.all(started.map((running) => running.stop()));
  await Promise.all([mongod?.stop(), rabbit?.stop()]);
  await own.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Whether it is one of the times by which clients are spread. */
const isSpread = (retryAfter: string | null) => /^[1-4]$/.test(retryAfter ?? '');

describe('a service', () => {
  it('B8-501 started while database and broker are away answers at once, fails fast, and stops quickly', async () => {
    const early = await probe();
    expect(await ready(early)).toMatchObject({ ready: false, dependencies: { mongodb: false, rabbitmq: false, schema: false } });
    const refused = await make(early);
    expect([refused.status, refused.code, isSpread(refused.retryAfter)]).toEqual([503, 'request.unavailable', true]);
    expect(refused.ms).toBeLessThan(SOON_MS);
    const began = performance.now();
    await early.stop();
    expect(performance.now() - began).toBeLessThan(SOON_MS);
  });

  it('B8-501 becomes ready by itself when they come; with the broker still away requests succeed and the outbox grows', async () => {
    service = await probe();
    mongod = await mongoServer.start();
    await until('the database answers', () => ready(service), having({ dependencies: { mongodb: true } }), PATIENT);
    // Not ready while a rule it relies on is not enforced.
    expect(await ready(service)).toMatchObject({ ready: false, dependencies: { schema: false } });
    await inDatabase((connection) => migrate(connection, [], probeIndexes, () => undefined));
    await until('the schema is there', () => ready(service), having({ dependencies: { schema: true } }));
    for (let count = 0; count < 20; count += 1) expect(await make()).toMatchObject({ status: 201 });
    expect(await waiting()).toBe(20);
    expect(await becomesUnready(service)).toMatchObject({ ready: false, dependencies: { rabbitmq: false, facts: false } });
  });

  it('drains the outbox when the broker comes, every fact once', async () => {
    await startBroker();
    await becomesReady(service);
    const expected = Array.from({ length: 20 }, (_, index) => `thing ${String(index + 2).padStart(4, '0')}`);
    expect((await until('all were handled', orderOf, (seen) => seen.length >= 20, PATIENT)).sort()).toEqual(expected);
    // Handled before the relay has noted the broker's confirm.
    await until('all are marked', waiting, 0, PATIENT);
    const rows = await inDatabase(({ db }) => db!.collection<OutboxRow>('outbox').find().sort({ _id: 1 }).toArray());
    expect(rows.map(({ envelope }) => envelope.subject)).toEqual(expected);
  });

  it('B9-534 believes no server whose certificate a stranger signed, and none lets it in without one', async () => {
    await bothServers();
    const stranger = await createAuthority('stranger');
    await own.write({ 'stranger.pem': stranger.cert });
    for (const env of [settings('stranger.pem'), settings('ca.pem', false)]) {
      const said: string[] = [];
      const refused = await probe({ logLines: { write: (line) => void said.push(line) } }, env);
      await until('a connection was refused', () => said.some((line) => line.includes('database is away')));
      expect((await ready(refused)).dependencies).toMatchObject({ mongodb: false, rabbitmq: false });
      await refused.stop();
    }
  });

  it('B9-534 answers 503 soon when the database is killed, and goes on without a restart when it is back with a certificate of another authority', async () => {
    await bothServers();
    const before = (await orderOf()).length;
    await kill(mongod);
    const refused = await Promise.all(Array.from({ length: 10 }, () => make()));
    expect(new Set(refused.map(({ status, code, retryAfter }) => `${status} ${code} ${isSpread(retryAfter)}`))).toEqual(
      new Set(['503 request.unavailable true']),
    );
    expect(Math.max(...refused.map(({ ms }) => ms))).toBeLessThan(SOON_MS);
    expect((await make()).ms).toBeLessThan(SOON_MS);
    expect(await becomesUnready(service)).toMatchObject({ ready: false, dependencies: { mongodb: false, rabbitmq: true } });
    await certify('second authority');
    mongod = await mongoServer.start();
    await becomesReady(service);
    expect((await make()).status).toBe(201);
    await until('its fact was handled', orderOf, (seen) => seen.length === before + 1, PATIENT);
  });

  it('B8-534 refuses nobody while the database stalls for three seconds, as it does on a busy machine', async () => {
    await bothServers();
    // Opens more connections than are needed below: one that is opened while the database stalls comes too late.
    await Promise.all(Array.from({ length: 20 }, () => make()));
    const began = performance.now();
    await kill(mongod, 'SIGSTOP');
    const asked = Array.from({ length: 3 }, () => make());
    await until('it stalled for three seconds', () => performance.now() - began > 3_000, true, PATIENT);
    await kill(mongod, 'SIGCONT');
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  it('B9-534 loses nothing when the broker is killed in the middle of work, and comes back with a certificate of another authority', async () => {
    await bothServers();
    const names: string[] = [];
    for (let count = 0; count < 30; count += 1) {
      if (count === 10) await kill(rabbit);
      const answer = await make();
      expect(answer.status).toBe(201);
      names.push(answer.name);
    }
    await until('it is seen to be away', () => ready(service), having({ dependencies: { rabbitmq: false } }));
    expect(await waiting()).toBeGreaterThanOrEqual(20);
    await startBroker();
    await becomesReady(service);
    const seen = await until('all were handled', orderOf, (all) => names.every((name) => all.includes(name)), PATIENT);
    // Once each; what an earlier test left may still be arriving beside them.
    expect(seen.filter((name) => names.includes(name)).sort()).toEqual(names);
  });

  /** Stops the service beside a frozen server, soon. @param first what is asked of it while the server is frozen */
  async function stopBeside<T>(server: typeof rabbit, first: () => T): Promise<Awaited<T>> {
    await kill(server, 'SIGSTOP');
    const asked = await first();
    const began = performance.now();
    try {
      await service.stop();
    } finally {
      await kill(server, 'SIGCONT');
    }
    expect(performance.now() - began).toBeLessThan(SOON_MS);
    return asked;
  }

  it('stops quickly while the broker is frozen, whatever waits for a word of it', async () => {
    await bothServers();
    await service.stop();
    service = await probe({ lookMs: 20 });
    await becomesReady(service);
    const steering = service.app.get(Steering);
    const gate = Promise.withResolvers<void>();
    steering.behave = (_, attempt) => (attempt === 1 ? gate.promise.then(failing.plainly) : undefined);
    const { name } = await make();
    await until('its handler runs', () => steering.attempts.get(name)?.length, 1, PATIENT);
    await stopBeside(rabbit, async () => {
      // The copy of a message that failed and a fact of the outbox wait for a confirm, and a scheduled look for an answer.
      gate.resolve();
      expect((await make()).status).toBe(201);
    });
    service = await probe();
    await becomesReady(service);
    await until('the fact that failed was handled', orderOf, (seen) => seen.includes(name), PATIENT);
  });

  it('stops quickly while the database is frozen', async () => {
    await bothServers();
    const refused = await stopBeside(mongod, () => [make()]);
    expect((await refused[0]!).status).toBe(503);
    service = await probe();
  });

  it('never told a log line what it must not', () => {
    expect(lines.join('')).not.toMatch(/mongodb:\/\/|amqp:\/\/|guest/);
  });
});
