import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { findMongo, MongoServer, type MongoSource } from '@concert/machine-kit/mongo';
import { isHealthy, run, startProcess, untilReady, type Running } from '@concert/machine-kit/processes';
import { findRabbit, RabbitServer, stopPortMapper } from '@concert/machine-kit/rabbitmq';
import { answers } from '@concert/machine-kit/ports';
import { bundleWeb, compileServers } from './build.ts';
import { takeLock } from './lock.ts';
import { clearOrphans, noteProcesses } from '@concert/machine-kit/orphans';
import { demandPorts, planPorts, type PortName, type Ports } from './ports.ts';
import {
  gatewaySettings,
  hasRealGoogle,
  hasRealMail,
  hasRealPayments,
  identityStandInSettings,
  localPage,
  mailStandInSettings,
  paymentStandInSettings,
  serviceSettings,
  type Plan,
  type Settings,
} from './process-settings.ts';
import { Progress } from './progress.ts';
import { ROOT, SERVICES, type ServiceName } from './rooms.ts';
import { sampleAccounts, type SampleAccount } from './sample-accounts.ts';
import { keepSecrets, type Secrets } from './secrets.ts';
import { Supervised, type Notice, type Part } from './supervised.ts';

/** How long a process may take until it is ready. */
const READY_MS = 60_000;
/** How long a process may take to finish its work and end; longer than the bound it sets itself. */
const GRACE_MS = 12_000;
const MIGRATION_MS = 120_000;
/** Migrations send no messages, yet the settings of a service are one set. */
const UNUSED_BROKER = 'amqp://127.0.0.1';

/** The database of each service. */
export const DATABASES: Readonly<Record<ServiceName, string>> = {
  'svc-auth': 'auth',
  'svc-booking': 'booking',
  'svc-payment': 'payment',
  'svc-notify': 'notify',
};

export interface SystemOptions {
  /** Holds data, logs and secrets of this system; made when it is missing. */
  readonly dataFolder: string;
  readonly ports?: Ports;
  /** What the person set. */
  readonly env?: NodeJS.ProcessEnv;
  /** Further settings of single processes, for tests. */
  readonly settings?: Partial<Record<'gateway' | ServiceName | 'payments' | 'mailbox' | 'identity', Settings>>;
  readonly progress?: Progress;
  /** Told when a process ended and was started again. */
  readonly notice?: Notice;
  /** Gives up a start that is under way. */
  readonly signal?: AbortSignal;
}

/** Where a running system is found: everything another process needs in order to use it. */
export interface SystemAddress {
  /** The supervisor. */
  readonly pid: number;
  readonly site: string;
  readonly apiDocs: string;
  /** Absent when a real mail account is used. */
  readonly mailbox?: string;
  /** Absent when a real payment account is used. */
  readonly payments?: string;
  /** Absent when real Google is used. */
  readonly identity?: string;
  readonly services: Readonly<Record<ServiceName, string>>;
  /** Where Prometheus would read. */
  readonly metrics: Readonly<Record<'gateway' | ServiceName, string>>;
  readonly mongo: Readonly<Record<ServiceName, string>>;
  readonly rabbit: string;
  readonly accounts: readonly SampleAccount[];
  readonly dataFolder: string;
  readonly logs: string;
}

export interface System extends SystemAddress {
  /** One process of the system, to be restarted or to learn its id. */
  readonly part: (name: string) => Supervised;
  readonly parts: readonly Supervised[];
  readonly stop: () => Promise<void>;
}

const metricsUrl = (port: number): string => `http://127.0.0.1:${port}/metrics`;

/** Folder and files a system keeps inside its data folder. */
export function systemFiles(dataFolder: string) {
  return {
    lock: path.join(dataFolder, 'lock'),
    address: path.join(dataFolder, 'address.json'),
    processes: path.join(dataFolder, 'processes.json'),
    logs: path.join(dataFolder, 'logs'),
  };
}

/** Where the system on a data folder is found, when one runs. */
export async function readAddress(dataFolder: string): Promise<SystemAddress | undefined> {
  const text = await readFile(systemFiles(dataFolder).address, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as SystemAddress);
}

/**
 * Starts the whole system as separate processes and resolves when each of them is ready. MongoDB, RabbitMQ and the
 * build begin side by side; whatever fails, all that was started is stopped again.
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const {
    env = process.env,
    ports = planPorts(env),
    progress = new Progress(),
    notice = (text) => progress.line(`  !! ${text}`),
  } = options;
  const dataFolder = path.resolve(options.dataFolder);
  const files = systemFiles(dataFolder);
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await mkdir(files.logs, { recursive: true });
  const held = await takeLock(files.lock);
  if (held) {
    const running = await readAddress(dataFolder);
    throw new Failure(
      `The system runs already${running ? ` at ${running.site}` : ''} (process ${held.holder}).`,
      `use it, or stop it with Ctrl-C in its terminal or: kill ${held.holder}`,
    );
  }

  const parts: Supervised[] = [];
  const record = (): Promise<void> => noteProcesses(files.processes, parts);
  let stopping: Promise<void> | undefined;
  const supervise = async (part: Part): Promise<Supervised> => {
    if (stopping) throw new Error(`${part.name} is not started any more`);
    const supervised = new Supervised(part, notice);
    supervised.onChange(() => void record().catch(() => undefined));
    parts.push(supervised);
    await supervised.start();
    return supervised;
  };
  const stop = (): Promise<void> => (stopping ??= stopAll(parts, files));

  try {
    const orphans = await clearOrphans(files.processes);
    if (orphans.length > 0) progress.line(`  ok Cleared what an interrupted start had left (${orphans.join(', ')})`);
    await stopPortMapper(ports.rabbitmq);
    await rotateLogs(files.logs);
    const secrets = await keepSecrets(dataFolder);
    const publicOrigin = env.PUBLIC_ORIGIN || localPage(ports.site);
    const accounts = sampleAccounts(() => secrets.samplePassword);
    const withPayments = !hasRealPayments(env);
    const withMail = !hasRealMail(env);
    const withIdentity = !hasRealGoogle(env);
    await demandPorts(ports, [
      'site',
      ...SERVICES,
      ...(['gateway', ...SERVICES] as const).map((name) => `metrics-${name}` as const),
      ...(env.MONGO_URL ? [] : ['mongodb' as const]),
      ...(env.RABBITMQ_URL ? [] : ['rabbitmq' as const]),
      ...(withMail ? ['mailbox' as const] : []),
      ...(withPayments ? ['payments' as const] : []),
      ...(withIdentity ? ['identity' as const] : []),
    ] satisfies PortName[]);

    const logFile = (name: string) => path.join(files.logs, `${name}.log`);
    const compiled = progress.step(
      'Services compiled',
      () => compileServers(),
      (count) => (count === 0 ? 'nothing changed' : `${count} files`),
    );
    const bundled = progress.step(
      'Web rooms bundled',
      (say) => bundleWeb(undefined, say),
      (rooms) => (rooms.length === 0 ? 'nothing changed' : rooms.join(', ')),
    );
    const mongo = progress.step(
      'MongoDB',
      async (say) => {
        const source = await findMongo({ env, say });
        if (source.kind === 'running') return { url: databaseUrl(source.url), origin: 'MONGO_URL' };
        const server = ownMongo({ source, dataFolder, port: ports.mongodb, secrets });
        await supervise({ name: 'mongodb', start: (signal) => server.start(signal) });
        return {
          url: await grantDatabases(server, secrets),
          origin: source.kind === 'program' ? `${source.version}, ${source.origin}` : `container ${source.image}`,
        };
      },
      ({ origin }) => origin,
    );
    const rabbit = progress.step(
      'RabbitMQ',
      async (say) => {
        const source = await findRabbit({ env, say });
        if (source.kind === 'running') return { url: source.url, origin: 'RABBITMQ_URL' };
        const server = new RabbitServer({
          source,
          folder: path.join(dataFolder, 'rabbitmq'),
          logFile: logFile('rabbitmq'),
          port: ports.rabbitmq,
        });
        await supervise({ name: 'rabbitmq', start: (signal) => server.start(signal) });
        return { url: server.url, origin: source.kind === 'program' ? 'private node' : `container ${source.image}` };
      },
      ({ origin }) => origin,
    );
    const planned = Promise.all([mongo, rabbit]).then(([database, broker]): Plan => ({
      ports,
      secrets,
      dataFolder,
      publicOrigin,
      env,
      mongoUrl: database.url,
      rabbitUrl: broker.url,
    }));
    const own = (name: keyof NonNullable<SystemOptions['settings']>): Settings => options.settings?.[name] ?? {};

    /** Starts one program of ours and waits until it says it is ready. */
    const program = (
      name: string,
      port: number,
      settings: Settings,
      args: readonly string[],
      look: (url: string) => Promise<boolean>,
    ): Promise<Supervised> =>
      supervise({
        name,
        start: async (signal) => {
          const running = await startProcess({
            name,
            command: process.execPath,
            args,
            env: settings,
            cwd: ROOT,
            logFile: logFile(name),
            graceMs: GRACE_MS,
          });
          await untilReady(running, () => look(`http://127.0.0.1:${port}`), READY_MS, signal).catch((error: unknown) =>
            giveUp(running, error),
          );
          return running;
        },
      });
    const ready = (url: string) => isHealthy(`${url}/health/ready`);

    const services = (async () => {
      await compiled;
      const { url: mongoUrl } = await mongo;
      await progress.step('Databases migrated', () =>
        migrateAll(files.logs, (name) => ({
          ...serviceSettings({ ports, secrets, dataFolder, publicOrigin, env, mongoUrl, rabbitUrl: UNUSED_BROKER }, name),
          ...own(name),
        })),
      );
      const plan = await planned;
      await progress.step('Sample accounts', () => seedAccounts({ ...serviceSettings(plan, 'svc-auth'), ...own('svc-auth') }, accounts));
      await progress.step('Services', () =>
        Promise.all(
          SERVICES.map((name) =>
            program(
              name,
              ports[name],
              { ...serviceSettings(plan, name), ...own(name) },
              [...NODE_FLAGS, path.join(ROOT, name, 'dist/main.js')],
              ready,
            ),
          ),
        ),
      );
    })();
    const standIns = planned.then((plan) =>
      withPayments || withMail || withIdentity
        ? progress.step('Stand-ins for payments, mail and Google', () =>
            Promise.all([
              withPayments &&
                program(
                  'payments',
                  ports.payments,
                  { ...paymentStandInSettings(plan), ...own('payments') },
                  [path.join(ROOT, 'dev/stand-ins/stripe/main.ts')],
                  () => answers(ports.payments),
                ),
              withMail &&
                program(
                  'mailbox',
                  ports.mailbox,
                  { ...mailStandInSettings(plan), ...own('mailbox') },
                  [path.join(ROOT, 'dev/stand-ins/mail/main.ts')],
                  () => answers(ports.mailbox),
                ),
              withIdentity &&
                program(
                  'identity',
                  ports.identity,
                  { ...identityStandInSettings(plan), ...own('identity') },
                  [path.join(ROOT, 'dev/stand-ins/oidc/main.ts')],
                  () => answers(ports.identity),
                ),
            ]),
          )
        : undefined,
    );
    const gateway = (async () => {
      const [plan] = await Promise.all([planned, services, bundled]);
      await progress.step('Gateway', () =>
        program(
          'gateway',
          ports.site,
          { ...gatewaySettings(plan), ...own('gateway') },
          [...NODE_FLAGS, path.join(ROOT, 'gateway/dist/main.js')],
          ready,
        ),
      );
    })();
    await allOrFirstFailure([compiled, bundled, mongo, rabbit, planned, services, standIns, gateway], options.signal);

    const plan = await planned;
    const perService = (make: (name: ServiceName) => string) =>
      Object.fromEntries(SERVICES.map((name) => [name, make(name)])) as Record<ServiceName, string>;
    const address: SystemAddress = {
      pid: process.pid,
      site: publicOrigin,
      apiDocs: `${publicOrigin}/api/docs`,
      ...(withMail ? { mailbox: localPage(ports.mailbox) } : {}),
      ...(withPayments ? { payments: localPage(ports.payments) } : {}),
      ...(withIdentity ? { identity: `http://127.0.0.1:${ports.identity}` } : {}),
      services: perService((name) => `http://127.0.0.1:${ports[name]}`),
      metrics: { ...perService((name) => metricsUrl(ports[`metrics-${name}`])), gateway: metricsUrl(ports['metrics-gateway']) },
      mongo: perService(plan.mongoUrl),
      rabbit: plan.rabbitUrl,
      accounts,
      dataFolder,
      logs: files.logs,
    };
    await writeFile(files.address, JSON.stringify(address, null, 2), { mode: 0o600 });
    return {
      ...address,
      parts,
      part: (name) => {
        const found = parts.find((part) => part.name === name);
        if (!found) throw new Error(`This system has no part ${name}; it has ${parts.map((part) => part.name).join(', ')}.`);
        return found;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The MongoDB of a data folder, which asks for accounts. */
function ownMongo({
  source,
  dataFolder,
  port,
  secrets,
}: {
  source: MongoSource;
  dataFolder: string;
  port: number;
  secrets: Secrets;
}): MongoServer {
  return new MongoServer({
    source,
    folder: path.join(dataFolder, 'mongodb'),
    logFile: path.join(systemFiles(dataFolder).logs, 'mongodb.log'),
    port,
    cacheGigabytes: 0.5,
    guard: { keyFileText: secrets.mongoKeyFile, root: { user: 'root', password: secrets.mongoRoot } },
  });
}

/** Gives every service its own database and account; answers how each is reached. */
async function grantDatabases(server: MongoServer, secrets: Secrets): Promise<Plan['mongoUrl']> {
  const account = (service: ServiceName) => ({ user: service, password: secrets.mongo[service] });
  for (const service of SERVICES) await server.grant(DATABASES[service], account(service));
  return (service) => server.url(DATABASES[service], account(service));
}

/** Errors point into the sources. */
const NODE_FLAGS = ['--enable-source-maps'];

async function giveUp(running: Running, error: unknown): Promise<never> {
  await running.stop();
  const text = (error as Error).message.split('\n');
  throw new Failure(
    `${text.slice(0, 1).join('')}\n${text.slice(1).slice(-12).join('\n')}`,
    `read the end of its log above; the whole is in .data/logs/${running.name}.log`,
    error,
  );
}

/**
 * Migrates the databases of a data folder: through the system that runs on it, else with its MongoDB started for the
 * purpose.
 * @returns what each service's migration said
 */
export async function migrateDatabases(
  options: Pick<SystemOptions, 'dataFolder' | 'env' | 'progress'>,
  args: readonly string[] = [],
): Promise<string[]> {
  const { dataFolder, env = process.env, progress = new Progress() } = options;
  const files = systemFiles(dataFolder);
  const ports = planPorts(env);
  await mkdir(files.logs, { recursive: true });
  await progress.step('Services compiled', () => compileServers());
  const secrets = await keepSecrets(dataFolder);
  return withDatabases(options, (mongoUrl) =>
    progress.step(args.length > 0 ? 'Databases looked at' : 'Databases migrated', () =>
      migrateAll(
        files.logs,
        (name) =>
          serviceSettings(
            { ports, secrets, dataFolder, env, mongoUrl, publicOrigin: localPage(ports.site), rabbitUrl: UNUSED_BROKER },
            name,
          ),
        args,
      ),
    ),
  );
}

/** Works on the databases of a data folder: through the system that runs on it, else with its MongoDB started for the purpose. */
export async function withDatabases<T>(
  { dataFolder, env = process.env, progress = new Progress() }: Pick<SystemOptions, 'dataFolder' | 'env' | 'progress'>,
  work: (mongoUrl: Plan['mongoUrl'], running: boolean) => Promise<T>,
): Promise<T> {
  const files = systemFiles(dataFolder);
  const ports = planPorts(env);
  await mkdir(files.logs, { recursive: true });
  const secrets = await keepSecrets(dataFolder);
  if (env.MONGO_URL) return work(databaseUrl(env.MONGO_URL), true);
  if (await takeLock(files.lock)) {
    const address = await readAddress(dataFolder);
    if (address === undefined) throw new Failure('The system is being started.', 'wait until it is ready.');
    return work((service) => address.mongo[service], true);
  }
  try {
    await clearOrphans(files.processes);
    await demandPorts(ports, ['mongodb']);
    const running = await progress.step('MongoDB', async (say) => {
      const source = await findMongo({ env, say });
      const server = ownMongo({ source, dataFolder, port: ports.mongodb, secrets });
      return { server, process: await server.start() };
    });
    try {
      return await work(await grantDatabases(running.server, secrets), false);
    } finally {
      await running.process.stop();
    }
  } finally {
    await rm(files.lock, { force: true });
  }
}

/** Brings the database of every service to its newest form. */
async function migrateAll(logs: string, settings: (service: ServiceName) => Settings, args: readonly string[] = []): Promise<string[]> {
  const outputs = await Promise.all(
    SERVICES.map(async (service) => {
      const { code, output } = await runEntry(service, 'migrate.js', settings(service), args);
      await writeFile(path.join(logs, `${service}-migrate.log`), output);
      if (code !== 0)
        throw new Failure(
          `The database of ${service} could not be migrated:\n${output.trim().split('\n').slice(-12).join('\n')}`,
          'mend what is named above and run the same command again; it continues where it stopped.',
        );
      return output.trim();
    }),
  );
  return outputs;
}

async function seedAccounts(settings: Settings, accounts: readonly SampleAccount[]): Promise<void> {
  const { code, output } = await runEntry('svc-auth', 'seed-accounts.js', { ...settings, SEED_ACCOUNTS: JSON.stringify(accounts) });
  if (code !== 0)
    throw new Failure(
      `The sample accounts could not be made:\n${output.trim().split('\n').slice(-12).join('\n')}`,
      'mend what is named above and run the same command again.',
    );
}

function runEntry(service: ServiceName, entry: string, settings: Settings, args: readonly string[] = []) {
  return run(process.execPath, [...NODE_FLAGS, path.join(ROOT, service, 'dist/commands', entry), ...args], {
    env: settings,
    cwd: ROOT,
    withinMs: MIGRATION_MS,
  });
}

/** Takes the doors down before what stands behind them. */
async function stopAll(parts: readonly Supervised[], files: ReturnType<typeof systemFiles>): Promise<void> {
  const isProvider = ({ name }: Supervised) => name === 'mongodb' || name === 'rabbitmq';
  const waves = [
    parts.filter(({ name }) => name === 'gateway'),
    parts.filter((part) => part.name !== 'gateway' && !isProvider(part)),
    parts.filter(isProvider),
  ];
  await rm(files.address, { force: true });
  const failures: unknown[] = [];
  for (const wave of waves) {
    const outcomes = await Promise.allSettled(wave.map((part) => part.stop()));
    for (const outcome of outcomes) if (outcome.status === 'rejected') failures.push(outcome.reason);
  }
  await Promise.all([rm(files.processes, { force: true }), rm(files.lock, { force: true })]);
  if (failures.length > 0) throw new AggregateError(failures, 'Some processes could not be stopped.');
}

/** Waits for all; with the first failure it does not wait for the rest, and nobody's failure goes unheard. */
async function allOrFirstFailure(work: readonly Promise<unknown>[], signal?: AbortSignal): Promise<void> {
  for (const one of work) one.catch(() => undefined);
  const given = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
  signal?.throwIfAborted();
  await Promise.race([Promise.all(work), given]);
}

/** The logs of the start before are kept beside the new ones. */
async function rotateLogs(folder: string): Promise<void> {
  const names = [...SERVICES, 'gateway', 'mongodb', 'rabbitmq', 'payments', 'mailbox', 'identity'];
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, `${name}.log`);
      if (
        await stat(file).then(
          () => true,
          () => false,
        )
      )
        await rename(file, `${file}.1`);
    }),
  );
}

/** Scheme with account and hosts, database, options: an address of several hosts is no URL to Node. */
const MONGO_ADDRESS = /^(mongodb(?:\+srv)?:\/\/(?:([^@/?]*)@)?[^@/?]+)(?:\/([^?]*))?(?:\?(.*))?$/;

/** A deployment somebody else runs: its address, with the database of each service. @throws Failure when it is no address */
export function databaseUrl(url: string): Plan['mongoUrl'] {
  const [, hosts, account, database, options] = MONGO_ADDRESS.exec(url) ?? [];
  if (hosts === undefined)
    throw new Failure('MONGO_URL is not an address of MongoDB.', 'write it as mongodb://account:password@host:27017/?replicaSet=rs0.');
  const query = new URLSearchParams(options);
  // The account stays where it is, while the database changes.
  if (account && !query.has('authSource')) query.set('authSource', database || 'admin');
  return (service) => `${hosts}/${DATABASES[service]}${query.size > 0 ? `?${query.toString()}` : ''}`;
}
