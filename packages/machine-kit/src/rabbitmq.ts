import { mkdir, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import amqp from 'amqplib';
import { BrokerAdministrator } from './broker-accounts.ts';
import { hasContainers, startContainer } from './containers.ts';
import { firstAvailable, Unavailable, type Provider } from './fallback-chain.ts';
import { freePortWith } from './ports.ts';
import { run, startProcess, untilStarted, type Running } from './processes.ts';
import { signalGroup } from './reaper.ts';
import { findProgram, installPackages } from './programs.ts';
import type { FindOptions } from './mongo-source.ts';

/** Where a RabbitMQ server comes from. */
export type RabbitSource =
  | { readonly kind: 'running'; readonly url: string }
  | { readonly kind: 'program'; readonly path: string }
  | { readonly kind: 'container'; readonly image: string };

/** Finds a RabbitMQ server: one that runs already, one on this machine, one that may be installed, or a container. */
export function findRabbit(options: FindOptions = {}): Promise<RabbitSource> {
  return firstAvailable(
    'RabbitMQ',
    rabbitProviders(options),
    'install the package rabbitmq-server, or set RABBITMQ_URL to a RabbitMQ you have, and run the same command again.',
  );
}

/** The ways to a broker, in order of preference. */
export function rabbitProviders({ env = process.env, say = () => {} }: Omit<FindOptions, 'cache'> = {}): Provider<RabbitSource>[] {
  return [
    {
      name: 'RABBITMQ_URL',
      attempt: async () => (env.RABBITMQ_URL ? { kind: 'running', url: env.RABBITMQ_URL } : new Unavailable('not set')),
    },
    {
      name: 'rabbitmq-server on this machine',
      attempt: async () => (await serverScript(env)) ?? new Unavailable('none'),
    },
    {
      name: 'apt',
      attempt: async () => {
        say('Installing RabbitMQ with apt');
        const obstacle = await installPackages(['rabbitmq-server']);
        if (obstacle) return new Unavailable(obstacle);
        await quietDefaultNode();
        return (await serverScript(env)) ?? new Unavailable('the package holds no server');
      },
    },
    {
      name: 'a container',
      attempt: async () =>
        (await hasContainers())
          ? { kind: 'container', image: env.RABBITMQ_IMAGE || 'rabbitmq:4.2.9-management' }
          : new Unavailable('no container engine answers'),
    },
  ];
}

/**
 * The server's own start script. Debian puts a wrapper on the PATH that changes the user and uses the system's folders; a private node
 * needs the script behind it. Never run it to learn something: any argument starts the default node.
 */
async function serverScript(env: NodeJS.ProcessEnv): Promise<RabbitSource | undefined> {
  const library = '/usr/lib/rabbitmq/lib';
  const versions = await readdir(library).catch(() => []);
  const packaged = versions
    .filter((name) => name.startsWith('rabbitmq_server-'))
    .sort()
    .reverse();
  for (const name of packaged) {
    const script = await findProgram(path.join(library, name, 'sbin/rabbitmq-server'));
    if (script) return { kind: 'program', path: script };
  }
  const onPath = await findProgram('rabbitmq-server', (env.PATH ?? '').split(path.delimiter));
  return onPath && !onPath.startsWith('/usr/sbin') ? { kind: 'program', path: await realpath(onPath) } : undefined;
}

/** Installing the package may start a node for the whole machine, which is not wanted. */
async function quietDefaultNode(): Promise<void> {
  const systemctl = await findProgram('systemctl');
  if (systemctl === undefined) return;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const [command, ...args] = [...sudo, systemctl, 'disable', '--now', 'rabbitmq-server'];
  await run(command, args, { withinMs: 30_000 });
}

/** Distances from the broker's port to its three others. */
const PORT_MAPPER = 1;
const MANAGEMENT = 2;
const DISTRIBUTION = 3;

/** A port for a broker with room for the three others it needs. */
export function freeRabbitPort(): Promise<number> {
  return freePortWith([PORT_MAPPER, MANAGEMENT, DISTRIBUTION]);
}

/** All ports of a broker on a given port. */
export function rabbitPorts(port: number): number[] {
  return [port, port + PORT_MAPPER, port + MANAGEMENT, port + DISTRIBUTION];
}

export interface RabbitOptions {
  readonly source: RabbitSource;
  /** Holds the messages and the broker's own files; kept after a stop. Must be absolute. */
  readonly folder: string;
  readonly logFile: string;
  /** The three after it are taken as well. */
  readonly port: number;
  /** Its administrator's password, set when the folder is first used. */
  readonly password: string;
  /** Makes the broker speak TLS only, and only with who shows a certificate: a folder with `ca.pem` and `server.pem` (certificate and key). */
  readonly tlsFolder?: string;
}

/** Where a container finds its certificates and what it reads of them. */
const TLS_IN_CONTAINER = '/etc/rabbitmq/tls';
const CONF_IN_CONTAINER = '/etc/rabbitmq/conf.d/50-tls.conf';

/** The administrator of a broker that these tools run. */
const ADMINISTRATOR = 'administrator';

/** A broker these tools run themselves, apart from any other on this machine: own ports, own folder, own name. */
export class RabbitServer {
  readonly options: RabbitOptions;

  constructor(options: RabbitOptions) {
    if (options.source.kind === 'running') throw new Error('A broker that runs already is not ours to start.');
    this.options = options;
  }

  /** Its address for the administrator. */
  get url(): string {
    return `${this.options.tlsFolder ? 'amqps' : 'amqp'}://${ADMINISTRATOR}:${this.options.password}@127.0.0.1:${this.options.port}`;
  }

  /** The same of its management interface. */
  get managementUrl(): string {
    return `http://${ADMINISTRATOR}:${this.options.password}@127.0.0.1:${this.options.port + MANAGEMENT}`;
  }

  /** Starts the broker and waits until it takes connections and can be administered. */
  async start(signal?: AbortSignal): Promise<Running> {
    const { source, port, password, tlsFolder } = this.options;
    const administrator = new BrokerAdministrator(this.managementUrl);
    const running =
      source.kind === 'container'
        ? await startContainer({
            name: 'rabbitmq',
            image: source.image,
            env: { RABBITMQ_DEFAULT_USER: ADMINISTRATOR, RABBITMQ_DEFAULT_PASS: password },
            ports: { [tlsFolder ? 5671 : 5672]: port, 15672: port + MANAGEMENT },
            inMemory: '/var/lib/rabbitmq',
            ...(tlsFolder ? { mounts: await this.#tlsMounts(tlsFolder) } : {}),
          })
        : await this.#startNode((source as { path: string }).path);
    try {
      await untilStarted(running, async () => (await administrator.answers()) && (await takesConnections(this.url, tlsFolder)), {}, signal);
    } catch (error) {
      await running.stop();
      throw error;
    }
    return running;
  }

  async #tlsMounts(tlsFolder: string): Promise<Record<string, string>> {
    const conf = path.join(this.options.folder, 'tls.conf');
    await mkdir(this.options.folder, { recursive: true });
    await writeFile(conf, `${tlsLines('5671', TLS_IN_CONTAINER).join('\n')}\n`);
    return { [tlsFolder]: TLS_IN_CONTAINER, [conf]: CONF_IN_CONTAINER };
  }

  async #startNode(script: string): Promise<Running> {
    const { folder, logFile, port, password, tlsFolder } = this.options;
    await Promise.all(['mnesia', 'log', 'home'].map((name) => mkdir(path.join(folder, name), { recursive: true })));
    await writeFile(
      path.join(folder, 'rabbitmq.conf'),
      [
        ...(tlsFolder ? tlsLines(`127.0.0.1:${port}`, tlsFolder) : [`listeners.tcp.1 = 127.0.0.1:${port}`]),
        'log.console = true',
        'log.console.level = warning',
        'log.file = false',
        'vm_memory_high_watermark.absolute = 1GB',
        // What is in this log of all quorum queues is in memory as well; its default of 512 MB alone would reach the mark above.
        'raft.wal_max_size_bytes = 64000000',
        'disk_free_limit.absolute = 200MB',
        `default_user = ${ADMINISTRATOR}`,
        `default_pass = ${password}`,
        `management.tcp.port = ${port + MANAGEMENT}`,
        'management.tcp.ip = 127.0.0.1',
        // It serves to set up accounts. Figures about every queue would cost time that nobody uses.
        'management.disable_stats = true',
        'management_agent.disable_metrics_collector = true',
        '',
      ].join('\n'),
      { mode: 0o600 },
    );
    await writeFile(path.join(folder, 'enabled_plugins'), '[rabbitmq_management].\n');
    // A process id left by an earlier broker may belong to any process by now.
    await rm(path.join(folder, 'pid'), { force: true });
    const env = {
      ...process.env,
      HOME: path.join(folder, 'home'),
      RABBITMQ_NODENAME: 'concert@localhost',
      RABBITMQ_BASE: folder,
      RABBITMQ_MNESIA_BASE: path.join(folder, 'mnesia'),
      RABBITMQ_LOG_BASE: path.join(folder, 'log'),
      RABBITMQ_CONFIG_FILE: path.join(folder, 'rabbitmq.conf'),
      RABBITMQ_ENABLED_PLUGINS_FILE: path.join(folder, 'enabled_plugins'),
      RABBITMQ_PID_FILE: path.join(folder, 'pid'),
      RABBITMQ_DIST_PORT: String(port + DISTRIBUTION),
      ERL_EPMD_PORT: String(port + PORT_MAPPER),
      ERL_EPMD_ADDRESS: '127.0.0.1',
      // Otherwise it refuses to end as long as it believes in a node that was killed a moment ago.
      ERL_EPMD_RELAXED_COMMAND_CHECK: '1',
      // No busy waiting: an idle broker leaves the processor to others.
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1} +sbwt none',
    };
    return startProcess({
      name: 'rabbitmq',
      command: script,
      env,
      cwd: folder,
      logFile,
      graceMs: 15_000,
      askToEnd: async (child) => {
        const pid = Number(await readFile(path.join(folder, 'pid'), 'utf8').catch(() => ''));
        try {
          if (Number.isInteger(pid) && pid > 0) process.kill(pid, 'SIGTERM');
          else signalGroup(child.pid!, 'SIGTERM');
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
        }
      },
      afterwards: () => stopPortMapper(port),
    });
  }
}

/** The port mapper outlives the node that started it. */
export async function stopPortMapper(rabbitPort: number): Promise<void> {
  await run('epmd', ['-port', String(rabbitPort + PORT_MAPPER), '-kill'], { withinMs: 5_000 });
}

/** Lines of the broker's configuration that replace its plain text listener. */
function tlsLines(listener: string, folder: string): string[] {
  return [
    'listeners.tcp = none',
    `listeners.ssl.1 = ${listener}`,
    `ssl_options.cacertfile = ${folder}/ca.pem`,
    `ssl_options.certfile = ${folder}/server.pem`,
    `ssl_options.keyfile = ${folder}/server.pem`,
    'ssl_options.verify = verify_peer',
    'ssl_options.fail_if_no_peer_cert = true',
  ];
}

async function takesConnections(url: string, tlsFolder: string | undefined): Promise<boolean> {
  const files = tlsFolder
    ? { ca: [await readFile(path.join(tlsFolder, 'ca.pem'))], cert: await readFile(path.join(tlsFolder, 'server.pem')) }
    : undefined;
  const connection = await amqp.connect(url, { timeout: 2_000, ...files, ...(files ? { key: files.cert } : {}) });
  await connection.close();
  return true;
}
