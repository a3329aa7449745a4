import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BrokerAdministrator, urlOfAccount } from '@concert/machine-kit/broker-accounts';
import { MongoServer } from '@concert/machine-kit/mongo';
import { findMongo } from '@concert/machine-kit/mongo-source';
import { freePort } from '@concert/machine-kit/ports';
import type { Running } from '@concert/machine-kit/processes';
import { findRabbit, freeRabbitPort, RabbitServer } from '@concert/machine-kit/rabbitmq';
import { certificateFolder, createAuthority } from '@concert/test-kit/certificates';
import { KeyRing } from '@concert/test-kit/keys';
import { having, until } from '@concert/test-kit/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { probeIndexes, startProbe, thingMadeV1, thingSoldV1 } from '../../test/probe-service.ts';
import { migrate } from '../migrations.ts';
import { createMongo, openForCommand } from '../store/mongo.ts';
import type { RunningService } from '../service.ts';

/* MongoDB and RabbitMQ of this file's own, which speak TLS only and want a certificate of whoever comes. */

const PASSWORD = 'tls-servers';
const keys = new KeyRing(['gateway', 'svc-notify']);
const started: RunningService[] = [];
let folder: string;
let own: Awaited<ReturnType<typeof certificateFolder>>;
let mongoServer: MongoServer;
let rabbitServer: RabbitServer;
let running: Running[] = [];

async function startServers(): Promise<void> {
  running = await Promise.all([mongoServer.start(), rabbitServer.start()]);
}
async function stopServers(): Promise<void> {
  await Promise.all(running.map((server) => server.stop()));
  running = [];
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

const settings = (ca: string, withCertificate = true) => {
  const of = (use: string) => ({
    [`${use}_TLS_CA_FILE`]: own.file(ca),
    ...(withCertificate ? { [`${use}_TLS_CERT_FILE`]: own.file('client.crt'), [`${use}_TLS_KEY_FILE`]: own.file('client.key') } : {}),
  });
  return {
    MONGO_URL: mongoServer.url('probe'),
    RABBITMQ_URL: urlOfAccount(rabbitServer.url, 'svc-notify', PASSWORD),
    ...of('MONGO'),
    ...of('RABBITMQ'),
    ...keys.settingsFor('svc-notify'),
  };
};

async function probe(env: Record<string, string>, lines: string[] = []): Promise<RunningService> {
  const service = await startProbe(env, { lookMs: 200, logLines: { write: (line) => void lines.push(line) } });
  started.push(service);
  return service;
}
const state = async (of: RunningService) =>
  (await (await fetch(`${of.url}/health/ready`)).json()) as { ready: boolean; dependencies: Record<string, boolean> };
const becomesReady = (of: RunningService) => until('the service is ready', () => state(of), having({ ready: true }), { withinMs: 40_000 });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tls-servers-'));
  own = await certificateFolder();
  await certify('first authority');
  const [mongoSource, rabbitSource] = await Promise.all([
    findMongo({ env: { ...process.env, MONGO_URL: '' } }),
    findRabbit({ env: { ...process.env, RABBITMQ_URL: '' } }),
  ]);
  const place = async (name: string) => {
    await mkdir(path.join(folder, name));
    return { folder: path.join(folder, name), logFile: path.join(folder, `${name}.log`), tlsFolder: path.dirname(own.file('ca.pem')) };
  };
  mongoServer = new MongoServer({ source: mongoSource, port: await freePort(), ...(await place('mongo')) });
  rabbitServer = new RabbitServer({ source: rabbitSource, port: await freeRabbitPort(), password: PASSWORD, ...(await place('rabbit')) });
  await startServers();
  const plan = { exchange: 'concert.events', prefix: '', passwords: { 'svc-notify': PASSWORD }, facts: [thingMadeV1, thingSoldV1] };
  await new BrokerAdministrator(rabbitServer.managementUrl).setUp(plan);
}, 150_000);

afterAll(async () => {
  await Promise.all(started.map((service) => service.stop()));
  await stopServers();
  await own?.remove();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

describe('MongoDB and RabbitMQ that speak TLS only', () => {
  it('B9-534 are reached by commands and by a service, and again with certificates of another authority without a restart', async () => {
    const connection = createMongo();
    await openForCommand(connection, settings('ca.pem'));
    await migrate(connection, [], probeIndexes, () => undefined);
    await connection.close();
    const service = await probe(settings('ca.pem'));
    await becomesReady(service);
    await stopServers();
    await until(
      'both are missed',
      () => state(service),
      ({ dependencies }) => !dependencies['mongodb'] && !dependencies['rabbitmq'],
    );
    await certify('second authority');
    await startServers();
    await becomesReady(service);
  }, 150_000);

  it('B9-534 are not believed when a stranger signed their certificate, nor do they let in who has none', async () => {
    const stranger = await createAuthority('stranger');
    await own.write({ 'stranger.pem': stranger.cert });
    for (const env of [settings('stranger.pem'), settings('ca.pem', false)]) {
      const lines: string[] = [];
      const service = await probe(env, lines);
      await until('a connection was refused', () => lines.some((line) => line.includes('database is away')));
      expect((await state(service)).dependencies).toMatchObject({ mongodb: false, rabbitmq: false });
    }
  }, 60_000);
});
