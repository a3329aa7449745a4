import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { findMongo } from '@concert/machine-kit/mongo-source';
import { clearOrphans } from '@concert/machine-kit/orphans';
import { findRabbit, RabbitServer, stopPortMapper } from '@concert/machine-kit/rabbitmq';
import { managementUrl, type Broker } from '@concert/machine-kit/broker-accounts';
import { addressOf, readAddress, systemFilePaths, type SystemAddress, type SystemFilePaths } from './address.ts';
import { grantBroker } from './broker.ts';
import { bundleWeb, compileServers } from '@concert/machine-kit/build';
import { databaseUrl, grantDatabases, migrateAll, ownMongo, type DatabaseUrls } from './databases.ts';
import { NODE_FLAGS, seedAccounts } from './entries.ts';
import { takeLock } from '@concert/machine-kit/lock';
import { isLive } from './live-keys.ts';
import { Parts, rotateLogs } from './parts.ts';
import { assertPorts, planPorts, type PortName, type Ports } from './ports.ts';
import {
  gatewaySettings,
  localPage,
  migrationSettings,
  serviceSettings,
  standInSettings,
  standInsOf,
  type SystemPlan,
  type Settings,
  type StandIn,
} from './process-settings.ts';
import { line, step } from './progress.ts';
import { ROOT, SERVICES, type ServiceName } from '@concert/machine-kit/rooms';
import { sampleAccountsBeside } from './sample-accounts.ts';
import { keepSecrets } from './secrets.ts';
import { assertSettings } from './setting-rules.ts';
import type { Notice, Supervised } from './supervised.ts';

export interface SystemOptions {
  /** Holds data, logs and secrets of this system; made when it is missing. */
  readonly dataFolder: string;
  readonly ports?: Ports;
  /** What the person set. */
  readonly env?: NodeJS.ProcessEnv;
  /** Further settings of single processes, for tests. */
  readonly settings?: Partial<Record<'gateway' | ServiceName | 'payments' | 'mailbox' | 'identity', Settings>>;
  /** Told when a process ended and was started again. */
  readonly notice?: Notice;
  /** Gives up a start that is under way. */
  readonly signal?: AbortSignal;
}

export interface System extends SystemAddress {
  /** One process of the system, to be restarted or to learn its id. */
  readonly part: (name: string) => Supervised;
  readonly parts: readonly Supervised[];
  /** What its processes are started with. */
  readonly plan: SystemPlan;
  readonly stop: () => Promise<void>;
}

/** What a start knows before any process runs: the plan without the servers, which are still looked for. */
interface Start {
  readonly options: SystemOptions;
  readonly plan: Omit<SystemPlan, keyof DatabaseUrls | 'rabbitUrl' | 'rabbitAdminUrl'>;
  readonly files: SystemFilePaths;
  readonly parts: Parts;
}

/** Starts the whole system as separate processes and resolves when all are ready; whatever fails, all that was started is stopped again. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { env = process.env, ports = planPorts(env) } = options;
  const { notice = (text) => line(`  !! ${text}`) } = options;
  assertSettings(env);
  const dataFolder = path.resolve(options.dataFolder);
  const files = systemFilePaths(dataFolder);
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await mkdir(files.logs, { recursive: true });
  await assertAlone(files, dataFolder);
  const parts = new Parts(files, notice);
  try {
    await clearWhatWasLeft(files, ports);
    const secrets = await keepSecrets(dataFolder);
    const publicOrigin = env.PUBLIC_ORIGIN || localPage(ports.site);
    const start: Start = { options, plan: { ports, secrets, dataFolder, publicOrigin, env }, files, parts };
    await assertPorts(ports, portsOf(env));
    const plan = await startParts(start);
    const address = addressOf(plan, files);
    await writeFile(files.address, JSON.stringify(address, null, 2), { mode: 0o600 });
    return { ...address, plan, parts: parts.all, part: (name) => parts.named(name), stop: () => parts.stop() };
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

/** @throws Failure when a system runs on this data folder already */
async function assertAlone(files: SystemFilePaths, dataFolder: string): Promise<void> {
  const held = await takeLock(files.lock);
  if (!held) return;
  const running = await readAddress(dataFolder);
  throw new Failure(
    `The system is already running${running ? ` at ${running.site}` : ''} (process ${held.holder}).`,
    `use it, or stop it with Ctrl-C in its terminal or: kill ${held.holder}`,
  );
}

async function clearWhatWasLeft(files: SystemFilePaths, ports: Ports): Promise<void> {
  const orphans = await clearOrphans(files.processes);
  if (orphans.length > 0) line(`  ok Cleared what an interrupted start had left (${orphans.join(', ')})`);
  await stopPortMapper(ports.rabbitmq);
  await rotateLogs(files.logs);
}

/** The ports this system will take. */
function portsOf(env: NodeJS.ProcessEnv): PortName[] {
  return [
    'site',
    ...SERVICES,
    ...(['gateway', ...SERVICES] as const).map((name) => `metrics-${name}` as const),
    ...(env.MONGO_URL ? [] : ['mongodb' as const]),
    ...(env.RABBITMQ_URL ? [] : ['rabbitmq' as const]),
    ...standInsOf(env),
  ];
}

/** Builds and starts everything, each as soon as what it needs is there. */
async function startParts(start: Start): Promise<SystemPlan> {
  const { plan, options } = start;
  const compiled = step(
    'Services compiled',
    () => compileServers(),
    (count) => (count === 0 ? 'nothing changed' : `${count} files`),
  );
  const bundled = step(
    'Web rooms bundled',
    (say) => bundleWeb(undefined, say),
    (rooms) => (rooms.length === 0 ? 'nothing changed' : rooms.join(', ')),
  );
  const mongo = step(
    'MongoDB',
    (say) => startMongo(start, say),
    ({ origin }) => origin,
  );
  const rabbit = step(
    'RabbitMQ',
    (say) => startRabbit(start, say),
    ({ origin }) => origin,
  );
  const planned = Promise.all([mongo, rabbit]).then(([database, broker]): SystemPlan => ({
    ...plan,
    ...database.urls,
    rabbitUrl: broker.url,
    rabbitAdminUrl: broker.adminUrl,
  }));
  const services = (async () => {
    await compiled;
    const { urls } = await mongo;
    await migrate(start, urls);
    await startServices(start, await planned);
  })();
  const standIns = planned.then((whole) => startStandIns(start, whole));
  const gateway = (async () => {
    const [whole] = await Promise.all([planned, services, bundled]);
    await step('Gateway', () => startGateway(start, whole));
  })();
  await allOrFirstFailure([compiled, bundled, mongo, rabbit, planned, services, standIns, gateway], options.signal);
  return planned;
}

async function startMongo({ plan, parts }: Start, say: (text: string) => void): Promise<{ urls: DatabaseUrls; origin: string }> {
  const { env, dataFolder, ports, secrets } = plan;
  const source = await findMongo({ env, say });
  if (source.kind === 'running') {
    // One account reaches all databases there.
    const url = databaseUrl(source.url);
    return { urls: { mongoUrl: url, mongoMigrationUrl: url }, origin: 'MONGO_URL' };
  }
  const server = ownMongo(source, dataFolder, ports.mongodb, secrets);
  await parts.supervise({ name: 'mongodb', start: (signal) => server.start(signal) });
  return {
    urls: await grantDatabases(server, secrets),
    origin: source.kind === 'program' ? `${source.version}, ${source.origin}` : `container ${source.image}`,
  };
}

async function startRabbit(
  { plan, parts }: Start,
  say: (text: string) => void,
): Promise<{ url: SystemPlan['rabbitUrl']; adminUrl: string; origin: string }> {
  const { env, secrets } = plan;
  const source = await findRabbit({ env, say });
  const granted = async (broker: Broker, origin: string) => {
    const { url, keeper } = await grantBroker(broker, secrets.rabbit, env, parts.notice);
    await parts.stopWith(keeper);
    return { url, adminUrl: broker.url, origin };
  };
  if (source.kind === 'running')
    return granted({ url: source.url, managementUrl: managementUrl(source.url, env.RABBITMQ_MANAGEMENT_URL) }, 'RABBITMQ_URL');
  const server = new RabbitServer({
    source,
    folder: path.join(plan.dataFolder, 'rabbitmq'),
    logFile: parts.logFile('rabbitmq'),
    port: plan.ports.rabbitmq,
    password: secrets.rabbitAdministrator,
  });
  await parts.supervise({ name: 'rabbitmq', start: (signal) => server.start(signal) });
  return granted(server, source.kind === 'program' ? 'private node' : `container ${source.image}`);
}

/** Further settings of one process. */
function ownSettings({ options }: Start, name: keyof NonNullable<SystemOptions['settings']>): Settings {
  return options.settings?.[name] ?? {};
}

/** While the broker still starts: migrations need none. */
async function migrate(start: Start, { mongoMigrationUrl }: DatabaseUrls): Promise<void> {
  const { env } = start.plan;
  await step('Databases migrated', () =>
    migrateAll(start.files.logs, (name) => ({ ...migrationSettings({ env, mongoMigrationUrl }, name), ...ownSettings(start, name) })),
  );
}

async function startServices(start: Start, plan: SystemPlan): Promise<void> {
  const settingsOf = (name: ServiceName): Settings => ({ ...serviceSettings(plan, name), ...ownSettings(start, name) });
  const accounts = sampleAccountsBeside(plan.env, plan.secrets.samplePassword);
  const live = isLive(plan.env);
  await step(live ? 'No sample accounts' : 'Sample accounts', () => seedAccounts(settingsOf('svc-auth'), accounts, live));
  await step('Services', () =>
    Promise.all(
      SERVICES.map((name) =>
        start.parts.program({
          name,
          port: plan.ports[name],
          settings: settingsOf(name),
          args: [...NODE_FLAGS, path.join(ROOT, name, 'dist/main.js')],
        }),
      ),
    ),
  );
}

/** What plays each provider. */
const STAND_INS: Readonly<Record<StandIn, string>> = {
  payments: 'packages/stand-ins/src/stripe/main.ts',
  mailbox: 'packages/stand-ins/src/mail/main.ts',
  identity: 'packages/stand-ins/src/oidc/main.ts',
};

async function startStandIns(start: Start, plan: SystemPlan): Promise<void> {
  const names = standInsOf(plan.env);
  if (names.length === 0) return;
  await step('Stand-ins for payments, email and Google', () =>
    Promise.all(
      names.map((name) =>
        start.parts.program({
          name,
          port: plan.ports[name],
          settings: { ...standInSettings(plan, name), ...ownSettings(start, name) },
          args: [path.join(ROOT, STAND_INS[name])],
        }),
      ),
    ),
  );
}

function startGateway(start: Start, plan: SystemPlan): Promise<Supervised> {
  return start.parts.program({
    name: 'gateway',
    port: plan.ports.site,
    settings: { ...gatewaySettings(plan), ...ownSettings(start, 'gateway') },
    args: [...NODE_FLAGS, path.join(ROOT, 'gateway/dist/main.js')],
  });
}

/** Waits for all; with the first failure it does not wait for the rest, and nobody's failure goes unheard. */
async function allOrFirstFailure(work: readonly Promise<unknown>[], signal?: AbortSignal): Promise<void> {
  for (const one of work) one.catch(() => undefined);
  const given = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
  signal?.throwIfAborted();
  await Promise.race([Promise.all(work), given]);
}
