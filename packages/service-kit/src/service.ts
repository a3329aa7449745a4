import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProblemCatalogue } from '@concert/contracts/core/problem';
import type { Caller } from '@concert/contracts/core/route';
import { Module, type DynamicModule, type INestApplication, type Provider, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Connection } from 'mongoose';
import type { ZodRawShape } from 'zod';
import { AccessGuard } from './http/internal/access-guard.ts';
import { admitRequests } from './http/admission.ts';
import { CLOCK, IDS, randomIds, systemClock, type Clock, type Ids } from './process/clock.ts';
import type { IndexSpec } from './store/collection.ts';
import { Health } from './process/health.ts';
import {
  fastifyOptions,
  takesSignedMessages,
  drainConnections,
  LISTEN_BACKLOG,
  observeRequests,
  readJsonBodies,
  serveHealth,
} from './http/http-hooks.ts';
import { Idempotency } from './store/idempotency.ts';
import { IdentitySigner, IdentityVerifier } from './identity/identity.ts';
import { NeighbourClients } from './http/neighbour-clients.ts';
import { Inbox } from './messages/inbox.ts';
import { Leases } from './store/lease.ts';
import { createLog, Log } from './process/log.ts';
import { Metrics } from './process/metrics.ts';
import { serveMetrics } from './process/metrics-server.ts';
import { requireIndexes } from './migrations.ts';
import { createMongo, MONGO, openMongo, Transactions } from './store/mongo.ts';
import { nestLog } from './process/internal/nest-log.ts';
import { Outbox } from './messages/outbox.ts';
import { watchOutbox } from './messages/internal/outbox-metrics.ts';
import { refuseUnknownExpectations } from './http/problem-answers.ts';
import { ProblemFilter } from './http/internal/problem-filter.ts';
import { Pseudonyms } from './identity/pseudonyms.ts';
import { runProcess, versionOfProcess } from './process/process.ts';
import { httpsOptions, CHANGE_CHECK_MS, openTls, serveRenewedCertificate } from './process/process-tls.ts';
import { watchQueues } from './messages/internal/queue-metrics.ts';
import { provideValue } from './process/provide.ts';
import { accountIn, connectRabbit, closeIfUnresponsive, RABBIT } from './messages/internal/rabbit.ts';
import { OutboxRelay } from './messages/internal/relay.ts';
import { RmqEvents } from './messages/internal/rmq-events.ts';
import { QUEUES_TASK, Schedules } from './store/schedules.ts';
import { SecurityEvents } from './identity/security-events.ts';
import { readSettings, SETTINGS, SettingsError, type ServiceSettings } from './process/settings.ts';
import { stopInSteps } from './process/internal/stop-steps.ts';
import { startTracing, stopTracing } from './process/tracing.ts';
import { topology } from './messages/topology.ts';
import { ANSWER_TIMEOUT_MS, closeWithTimeout } from './process/with-timeout.ts';

/** What makes one service out of the kit. */
export interface ServiceDefinition<S extends ServiceSettings = ServiceSettings> {
  readonly name: Caller;
  readonly settings: S;
  /** The owner's catalogue, and those of neighbours whose refusals it passes on. */
  readonly problems: ProblemCatalogue;
  /** Feature modules. */
  readonly modules: readonly (Type | DynamicModule)[];
  readonly indexes: readonly IndexSpec[];
  /** Replacements for tests. */
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly logLines?: { write(line: string): void };
  readonly retryDelaysMs?: readonly number[];
  readonly lookMs?: number;
}

/** A service that runs in this process. */
export interface RunningService {
  readonly url: string;
  /** Where its metrics are read; undefined when `METRICS_PORT` is unset. */
  readonly metricsUrl: string | undefined;
  readonly log: Log;
  readonly app: INestApplication;
  /**
   * Takes no new work, finishes what it has begun, closes. Safe to call twice.
   * @param drainMs how long kept connections may end with an answer before they are closed
   */
  readonly stop: (drainMs?: number) => Promise<void>;
}

@Module({})
class KitModule {}

/** Everything a feature may inject, made once per process. */
function kitModule(providers: Provider[]): DynamicModule {
  return {
    module: KitModule,
    global: true,
    providers,
    exports: providers.map((provider) => (provider as { provide: symbol | Type }).provide),
  };
}

@Module({})
class ServiceModule {}

/** Everything of a process that features may use or that runs beside them, made once. */
function makeParts(definition: ServiceDefinition) {
  const { name, settings, retryDelaysMs, lookMs = CHANGE_CHECK_MS } = definition;
  const log = createLog(name, settings.LOG_LEVEL, definition.logLines);
  const metrics = new Metrics(name);
  const health = new Health();
  const pseudonyms = new Pseudonyms(settings.PSEUDONYM_KEY);
  const events = new SecurityEvents(log, metrics, pseudonyms);
  const clock = definition.clock ?? systemClock;
  const connection: Connection = createMongo();
  const transactions = new Transactions(connection);
  const outbox = new Outbox(connection, name, clock);
  const leases = new Leases(connection);
  const schedules = new Schedules(leases, log, undefined, metrics);
  const names = topology(settings.EVENTS_EXCHANGE, settings.EVENTS_QUEUE_PREFIX, retryDelaysMs);
  // As another account, nothing that it publishes would be believed.
  if (accountIn(settings.RABBITMQ_URL) !== names.account(name))
    throw new SettingsError([{ setting: 'RABBITMQ_URL', fault: `must name the account ${names.account(name)}` }]);
  const tls = openTls(settings, log, metrics, lookMs);
  const broker = connectRabbit({ url: settings.RABBITMQ_URL, tls: tls.rabbit, name, log, health, metrics });
  const relay = new OutboxRelay(name, connection, broker, names, leases, clock, log, metrics);
  outbox.onRecorded(() => relay.wake());
  const inbox = new Inbox(connection, transactions, clock);
  const transport = new RmqEvents(name, broker, names, connection, inbox, log, metrics);
  schedules.every(QUEUES_TASK, lookMs, () => transport.look());
  return {
    log,
    metrics,
    pseudonyms,
    events,
    health,
    clock,
    connection,
    transactions,
    outbox,
    leases,
    schedules,
    names,
    broker,
    relay,
    inbox,
    transport,
    tls,
  };
}

type ServiceParts = ReturnType<typeof makeParts>;

/** The module of the whole service: what the kit provides, and the features. */
function rootModule({ name, settings, ids, modules, problems }: ServiceDefinition, parts: ServiceParts): DynamicModule {
  const { log, clock, connection } = parts;
  const signer = new IdentitySigner(name, settings.IDENTITY_PRIVATE_KEY);
  const kit = kitModule([
    provideValue(SETTINGS, settings),
    provideValue(Log, log),
    provideValue(Metrics, parts.metrics),
    provideValue(Health, parts.health),
    provideValue(CLOCK, clock),
    provideValue(IDS, ids ?? randomIds),
    provideValue(MONGO, connection),
    provideValue(RABBIT, parts.broker),
    provideValue(Transactions, parts.transactions),
    provideValue(Outbox, parts.outbox),
    provideValue(Inbox, parts.inbox),
    provideValue(Idempotency, new Idempotency(connection, clock)),
    provideValue(Leases, parts.leases),
    provideValue(Schedules, parts.schedules),
    provideValue(Pseudonyms, parts.pseudonyms),
    provideValue(SecurityEvents, parts.events),
    provideValue(IdentitySigner, signer),
    provideValue(NeighbourClients, new NeighbourClients(settings, signer)),
  ]);
  return {
    module: ServiceModule,
    imports: [kit, ...modules],
    providers: [
      { provide: APP_FILTER, useValue: new ProblemFilter(problems, log, parts.events) },
      { provide: APP_GUARD, useValue: new AccessGuard(new IdentityVerifier(name, settings.IDENTITY_PUBLIC_KEYS)) },
    ],
  };
}

/** The application with its hooks; it does not listen yet. */
async function createApp(definition: ServiceDefinition, parts: ServiceParts): Promise<NestFastifyApplication> {
  const { log, metrics, health, tls } = parts;
  const adapter = new FastifyAdapter({ ...fastifyOptions, ...httpsOptions(tls.server, fastifyOptions.http) });
  const app = await NestFactory.create<NestFastifyApplication>(rootModule(definition, parts), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: nestLog(log),
  });
  const http = app.getHttpAdapter().getInstance();
  serveRenewedCertificate(http.server, tls.server);
  observeRequests(http, { log, metrics, trusted: true });
  refuseUnknownExpectations(http);
  admitRequests(http, {
    most: definition.settings.HTTP_MOST_UNDER_WAY,
    kinds: ['people', 'signed'],
    kindOf: (request) => (takesSignedMessages(request) ? 'signed' : 'people'),
    metrics,
  });
  readJsonBodies(http);
  serveHealth(http, { health, version: versionOfProcess(), instance: definition.settings.INSTANCE_ID });
  return app;
}

/** Connects the application to its messages, which are taken once they are started, and watches what is published and queued. */
function connectFacts(app: NestFastifyApplication, { transport, metrics, broker, names, connection, clock, health }: ServiceParts): void {
  watchQueues(metrics, broker, names, () => transport.queues);
  watchOutbox(metrics, connection, clock);
  app.connectMicroservice<MicroserviceOptions>({ strategy: transport }, { inheritAppConfig: true });
  health.needs({ name: 'facts', check: () => transport.isListening() });
}

/** Starts to consume messages and to run scheduled tasks, once there is a database to handle them with. */
async function beginWork(app: NestFastifyApplication, { relay, schedules }: ServiceParts): Promise<void> {
  await app.startAllMicroservices();
  relay.start();
  schedules.start();
}

/**
 * Starts a service: HTTP as soon as it has a database, or a second later, so that its health can be asked for; then database and broker in the
 * background until they answer. While one is away, the service is not ready and requests fail fast.
 */
export async function startService(definition: ServiceDefinition): Promise<RunningService> {
  const { name, settings } = definition;
  startTracing(name, settings.OTEL_EXPORTER_OTLP_ENDPOINT);
  const parts = makeParts(definition);
  const { log, metrics, health, relay, schedules, broker, connection, tls } = parts;
  const app = await createApp(definition, parts);
  connectFacts(app, parts);
  requireIndexes(definition.indexes, parts);

  const stopping = new AbortController();
  const { MONGO_URL, MONGO_POOL_SIZE: poolSize } = settings;
  const store = openMongo(connection, {
    url: MONGO_URL,
    tls: tls.mongo,
    poolSize,
    appName: name,
    log,
    health,
    metrics,
    signal: stopping.signal,
  });
  // Until then connections are refused, and requests go to the other copies of the service.
  await Promise.race([store, pause(ANSWER_TIMEOUT_MS)]);
  await app.listen({ port: settings.SERVICE_PORT, host: settings.SERVICE_HOST, backlog: LISTEN_BACKLOG });
  const scraped = await serveMetrics(metrics, settings, tls.server);
  const opened = store.then(() => (stopping.signal.aborted ? undefined : beginWork(app, parts)));
  opened.catch((error: unknown) => log.error('starting failed', {}, error));
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1').replace(/^https?/, tls.server ? 'https' : 'http');
  log.info('listening', { port: Number(new URL(url).port) });

  let stopped: Promise<void> | undefined;
  const stop = async (drainMs: number) => {
    health.stop();
    if (drainMs > 0) await drainConnections(app.getHttpAdapter().getInstance().server, drainMs);
    stopping.abort();
    await stopInSteps(log, {
      // First, so that nothing that follows waits for a broker that is away or silent.
      'word of the broker': () => closeIfUnresponsive(broker),
      'scheduled tasks': () => schedules.stop(),
      start: () => opened.catch(() => undefined),
      'requests and messages': () => app.close(),
      outbox: () => relay.stop(),
      broker: () => closeWithTimeout(() => broker.close()),
      database: () => closeWithTimeout(() => connection.close()),
      metrics: () => scraped?.stop(),
      certificates: () => tls.stop(),
      tracing: () => stopTracing(),
    });
    log.info('stopped');
  };
  return { url, metricsUrl: scraped?.url, log, app, stop: (drainMs = 0) => (stopped ??= stop(drainMs)) };
}

/** Entry of a service's process: settings, start, signals. Every fault in the settings is reported, and the process ends with code 1. */
export async function runService<Shape extends ZodRawShape>(
  shape: Shape,
  define: (settings: ReturnType<typeof readSettings<Shape>>) => ServiceDefinition,
): Promise<void> {
  await runProcess({
    names: Object.keys(shape),
    read: () => define(readSettings(shape)),
    start: startService,
    settingsOf: ({ settings }) => settings,
  });
}
