import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerProbe } from '@concert/test-kit/broker';
import { isHealthy, startProcess, untilStarted } from '@concert/machine-kit/processes';
import { openTestRoom } from '@concert/test-kit/servers';
import { until } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import { compileServers } from '@concert/machine-kit/build';
import { FACTS } from '../../contracts/facts.ts';
import { startMailSink, type MailSink } from '@concert/stand-ins/mail/sink';
import { runServiceCommand } from './entries.ts';
import { freePlan } from './ports.ts';
import { gatewaySettings, serviceSettings, type SystemPlan } from './process-settings.ts';
import { ROOT } from '@concert/machine-kit/rooms';
import { keepSecrets } from './secrets.ts';

/*
 * One visitor's call goes through the gateway, a service, its outbox, the broker, another service and the mail provider, each a
 * process of its own; one id is found in all of them.
 */

interface Span {
  readonly service: string;
  readonly traceId: string;
  readonly name: string;
  readonly failed: boolean;
}

/** Takes spans as a collector does (OTLP over HTTP). */
class Collector {
  readonly spans: Span[] = [];
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      for (const { resource, scopeSpans } of JSON.parse(Buffer.concat(chunks).toString()).resourceSpans) {
        const service = resource.attributes.find(({ key }: { key: string }) => key === 'service.name').value.stringValue;
        for (const { spans } of scopeSpans)
          for (const { traceId, name, status } of spans) this.spans.push({ service, traceId, name, failed: status?.code === 2 });
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  of(traceId: string): string[] {
    return this.spans.filter((span) => span.traceId === traceId).map(({ service, name }) => `${service}: ${name}`);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const rooms = { 'svc-auth': openTestRoom(), 'svc-notify': openTestRoom() };
const { rabbitUrl, exchange, queuePrefix } = rooms['svc-auth'];
const collector = new Collector();
const databases: Connection[] = [];
const processes = new Map<string, Awaited<ReturnType<typeof startProcess>>>();
let folder: string;
let site: string;
let sink: MailSink;
let broker: BrokerProbe;

const linesOf = async (name: string): Promise<Record<string, unknown>[]> =>
  (await readFile(path.join(folder, `${name}.log`), 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

function post(address: string, body: object): Promise<Response> {
  return fetch(`${site}${address}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', origin: site },
  });
}

/** The id a page's monitor reads from the answer. */
const traceOf = (answer: Response): string =>
  /traceparent;desc="00-([0-9a-f]{32})-/.exec(answer.headers.get('server-timing') ?? '')?.[1] ?? 'none';

beforeAll(async () => {
  await compileServers(['contracts', 'service-kit', 'gateway', 'svc-auth', 'svc-notify']);
  folder = await mkdtemp(path.join(tmpdir(), 'concert-traces-'));
  const ports = await freePlan();
  site = `http://127.0.0.1:${ports.site}`;
  sink = await startMailSink({ port: ports.mailbox });
  await rooms['svc-auth'].openBroker(FACTS);
  const plan: SystemPlan = {
    ports,
    rabbitUrl: (service) => rooms['svc-auth'].rabbitUrlOf(service),
    rabbitAdminUrl: rabbitUrl,
    dataFolder: folder,
    publicOrigin: site,
    secrets: await keepSecrets(folder),
    mongoUrl: (service) => rooms[service as keyof typeof rooms].mongoUrl,
    mongoMigrationUrl: (service) => rooms[service as keyof typeof rooms].mongoUrl,
    env: {
      LOG_LEVEL: 'debug',
      EVENTS_EXCHANGE: exchange,
      EVENTS_QUEUE_PREFIX: queuePrefix,
      OTEL_EXPORTER_OTLP_ENDPOINT: await collector.open(),
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
  };
  const all = [
    ['svc-auth', ports['svc-auth'], serviceSettings(plan, 'svc-auth')],
    ['svc-notify', ports['svc-notify'], serviceSettings(plan, 'svc-notify')],
    ['gateway', ports.site, gatewaySettings(plan)],
  ] as const;
  await Promise.all(
    all.map(async ([name, port, env]) => {
      if (name !== 'gateway') {
        const { code, output } = await runServiceCommand(name, 'migrate.js', env);
        if (code !== 0) throw new Error(output);
      }
      const running = await startProcess({
        name,
        command: process.execPath,
        args: [path.join(ROOT, name, 'dist/main.js')],
        env,
        cwd: ROOT,
        logFile: path.join(folder, `${name}.log`),
      });
      processes.set(name, running);
      await untilStarted(running, () => isHealthy(`http://127.0.0.1:${port}/health/ready`));
    }),
  );
  for (const { mongoUrl } of Object.values(rooms)) databases.push(await mongoose.createConnection(mongoUrl).asPromise());
  broker = await BrokerProbe.open(rabbitUrl);
  await broker.listen(exchange);
}, 120_000);

afterAll(async () => {
  await Promise.all([...processes.values()].map((running) => running.stop()));
  await Promise.all([broker?.close(), sink?.close(), ...databases.map((connection) => connection.close())]);
  collector.close();
  await Promise.all(Object.values(rooms).map((room) => room.close()));
  if (folder) await rm(folder, { recursive: true, force: true });
});

describe('one trace', () => {
  it('B8-508 joins a visitor’s call, the gateway, the service, its outbox, the message, who handles it, the mail and the calls it causes', async () => {
    const answer = await post('/api/auth/sign-up', { email: 'anna@example.org', password: 'a long and quiet evening of music' });
    expect(answer.status).toBeLessThan(300);
    const trace = traceOf(answer);
    const [auth, notify] = databases as [Connection, Connection];
    const mail = await until('the email is accepted', () => notify.collection('mails').findOne({ state: 'accepted' }), Boolean, {
      withinMs: 60_000,
    });
    expect(sink.mails('anna@example.org')).toHaveLength(1);
    expect(mail!['traceparent']).toContain(trace);
    const [row] = await auth
      .collection<{ envelope: { type: string; traceparent: string } }>('outbox')
      .find({ 'envelope.type': 'auth.account-mail.requested.v1' })
      .toArray();
    expect(row!.envelope.traceparent).toContain(trace);
    await until(
      'the message was received',
      () => broker.received,
      (all) => all.some(({ type, headers }) => type === 'auth.account-mail.requested.v1' && String(headers['traceparent']).includes(trace)),
    );
    const expected = [
      'gateway: POST /api/auth/sign-up',
      'svc-auth: POST /api/auth/sign-up',
      'svc-notify: handle auth.account-mail.requested.v1',
      'svc-notify: send email verification',
      'svc-auth: GET /internal/account-mails/:mailRef',
    ];
    expect(
      await until(
        'the collector has every span',
        () => collector.of(trace),
        (spans) => expected.every((name) => spans.includes(name)),
        { withinMs: 60_000 },
      ),
    ).toEqual(expect.arrayContaining(expected));
    for (const [process, message] of [
      ['gateway', 'request'],
      ['svc-auth', 'request'],
      ['svc-notify', 'an email was accepted'],
    ] as const) {
      expect((await linesOf(process)).filter((line) => line['traceId'] === trace).map((line) => line['message'])).toContain(message);
    }
  }, 120_000);
});
