import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import mongoose from 'mongoose';
import { startContainer } from './containers.ts';
import { putDatabaseAccounts, putUser, type Account, type DatabaseAccounts } from './database-accounts.ts';
import { Failure } from './failure.ts';
import type { MongoSource } from './mongo-source.ts';
import { acceptsConnections } from './ports.ts';
import { startProcess, untilStarted, type Running } from './processes.ts';

const { MongoClient, MongoServerError } = mongoose.mongo;
type MongoClient = InstanceType<typeof MongoClient>;

export interface MongoOptions {
  readonly source: MongoSource;
  /** Holds the data and what belongs to it; kept after a stop. */
  readonly folder: string;
  readonly logFile: string;
  readonly port: number;
  readonly cacheGigabytes?: number;
  /** Makes the server ask for passwords; without it anyone on this machine may do anything. */
  readonly guard?: { readonly keyFileText: string; readonly root: Account };
  /** Makes the server speak TLS only, and only with who shows a certificate: a folder with `ca.pem` and `server.pem` (certificate and key). */
  readonly tlsFolder?: string;
}

const REPLICA_SET = 'rs0';
/**
 * How much of the cache may hold changes before they are written out: by default writing begins at 5 %, or 2.5 % of unneeded versions. A row of
 * a rush changes several times within a minute, and each writing copies its old versions to the history (`docs/decisions/0084`).
 */
export const EVICTION_SETTINGS = ['dirty', 'updates'].map((what) => `eviction_${what}_target=20,eviction_${what}_trigger=40`).join(',');
const DATA_IN_CONTAINER = '/data/db';
const KEY_IN_CONTAINER = '/data/key';
/**
 * Starts the server with as many open files as the container may have. It has one for each collection and each index, and ends when it may
 * open no more; an engine allows 4,096 at first, and more to whoever asks.
 */
const AS_MANY_FILES = 'ulimit -n "$(ulimit -Hn)" || true; exec mongod "$@"';
/** The server's code for a replica set that has its configuration already. */
const ALREADY_INITIALIZED = 23;
const TLS_IN_CONTAINER = '/data/tls';

/** A MongoDB deployment these tools run themselves: one member of a replica set, so that transactions and change streams work. */
export class MongoServer {
  readonly options: MongoOptions;

  constructor(options: MongoOptions) {
    if (options.source.kind === 'running') throw new Error('A server that runs already is not ours to start.');
    this.options = options;
  }

  /** The address of a database, for its own account where the server asks for one. */
  url(database: string, account?: Account): string {
    const login = account ? `${encodeURIComponent(account.user)}:${encodeURIComponent(account.password)}@` : '';
    const source = account ? `&authSource=${account.user === this.options.guard?.root.user ? 'admin' : database}` : '';
    const tls = this.options.tlsFolder ? '&tls=true' : '';
    return `mongodb://${login}127.0.0.1:${this.options.port}/${database}?replicaSet=${REPLICA_SET}${source}${tls}`;
  }

  /** Starts the server and waits until it takes writes. The first time it also creates the replica set and the root account. */
  async start(signal?: AbortSignal): Promise<Running> {
    const { guard, folder } = this.options;
    await this.#checkData();
    const secured = path.join(folder, 'secured');
    if (guard && !existsSync(secured)) {
      // The root account is created before the server asks for accounts, which works alike for a process and a container.
      const open = await this.#launch(false);
      try {
        await this.#initiate(open, undefined);
        await this.#administer(undefined, (client) => putUser(client.db('admin'), guard.root, 'root'));
      } finally {
        await open.stop();
      }
      await writeFile(secured, '');
    }
    signal?.throwIfAborted();
    const running = await this.#launch(guard !== undefined);
    try {
      await this.#initiate(running, guard?.root);
    } catch (error) {
      await running.stop();
      throw error;
    }
    return running;
  }

  /** Gives a service's database its accounts, which have no rights elsewhere. */
  async grant(database: string, accounts: DatabaseAccounts): Promise<void> {
    await this.#administer(this.options.guard?.root, (client) => putDatabaseAccounts(client, database, accounts));
  }

  async #launch(guarded: boolean): Promise<Running> {
    const { source, folder, logFile, port, cacheGigabytes = 0.25, guard, tlsFolder } = this.options;
    const data = path.join(folder, 'data');
    const keyFile = path.join(folder, 'key');
    await mkdir(data, { recursive: true });
    if (guard && !existsSync(keyFile)) {
      await writeFile(keyFile, guard.keyFileText, { mode: 0o600 });
      await chmod(keyFile, 0o400);
    }
    const inContainer = source.kind === 'container';
    const args = [
      ...['--replSet', REPLICA_SET, '--port', String(port), '--dbpath', inContainer ? DATA_IN_CONTAINER : data],
      ...(inContainer ? ['--bind_ip_all'] : ['--bind_ip', '127.0.0.1']),
      ...['--nounixsocket', '--wiredTigerCacheSizeGB', String(cacheGigabytes), '--wiredTigerEngineConfigString', EVICTION_SETTINGS],
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
      // For this long, documents stay locked after a process was killed inside a transaction; the default is a minute.
      ...['--setParameter', 'transactionLifetimeLimitSeconds=10'],
      ...(guarded ? ['--keyFile', inContainer ? KEY_IN_CONTAINER : keyFile] : []),
      ...(tlsFolder ? tlsArguments(inContainer ? TLS_IN_CONTAINER : tlsFolder) : []),
    ];
    const running =
      source.kind === 'container'
        ? await startContainer({
            name: 'mongodb',
            image: source.image,
            // Without the image's own start script, which would give the files to another user.
            program: ['sh', '-c', AS_MANY_FILES, 'mongod', ...args],
            ports: { [port]: port },
            mounts: {
              [data]: DATA_IN_CONTAINER,
              ...(guarded ? { [keyFile]: KEY_IN_CONTAINER } : {}),
              ...(tlsFolder ? { [tlsFolder]: TLS_IN_CONTAINER } : {}),
            },
            asThisUser: true,
          })
        : await startProcess({ name: 'mongodb', command: (source as { path: string }).path, args, logFile });
    await untilStarted(running, () => acceptsConnections(port)).catch(async (error: unknown) => {
      await running.stop();
      throw error;
    });
    return running;
  }

  /** Creates the replica set, or moves it to this port when the data come from another. */
  async #initiate(running: Running, root: Account | undefined): Promise<void> {
    const host = `127.0.0.1:${this.options.port}`;
    await this.#administer(root, async (client) => {
      const admin = client.db('admin');
      const configOf = () =>
        admin.command({ replSetGetConfig: 1 }).then(
          (answer) => answer.config as ReplicaConfig,
          () => undefined,
        );
      let config = await configOf();
      if (config === undefined) {
        const initiate = admin.command({ replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host }] } });
        // A server that still reads its configuration from the disk says that it has none, and refuses another one.
        await initiate.catch((error: unknown) => {
          if (!(error instanceof MongoServerError && error.code === ALREADY_INITIALIZED)) throw error;
        });
        await untilStarted(running, async () => (config = await configOf()) !== undefined);
      }
      if (config && config.members[0]?.host !== host) {
        const moved = { ...config, version: config.version + 1, members: [{ ...config.members[0], host }] };
        await admin.command({ replSetReconfig: moved, force: true });
      }
      await untilStarted(running, async () => Boolean((await admin.command({ hello: 1 })).isWritablePrimary));
    });
  }

  async #administer<T>(root: Account | undefined, work: (client: MongoClient) => Promise<T>): Promise<T> {
    const { tlsFolder } = this.options;
    const tls = tlsFolder
      ? { tls: true, tlsCAFile: path.join(tlsFolder, 'ca.pem'), tlsCertificateKeyFile: path.join(tlsFolder, 'server.pem') }
      : {};
    const login = root ? { auth: { username: root.user, password: root.password }, authSource: 'admin' } : {};
    const client = new MongoClient(`mongodb://127.0.0.1:${this.options.port}/`, {
      directConnection: true,
      serverSelectionTimeoutMS: 10_000,
      ...login,
      ...tls,
    });
    try {
      await client.connect();
      return await work(client);
    } finally {
      await client.close();
    }
  }

  /** A server cannot read data of another major version; it is better to say so first than to leave it to the log. */
  async #checkData(): Promise<void> {
    const { source, folder } = this.options;
    await mkdir(folder, { recursive: true });
    if (source.kind !== 'program') return;
    const note = path.join(folder, 'version');
    const before = await readFile(note, 'utf8').catch(() => undefined);
    if (before !== undefined && major(before) !== major(source.version)) {
      throw new Failure(
        `The data in ${folder} were written by MongoDB ${before}, and the mongod of ${source.origin} is ${source.version}.`,
        `set MONGOD_BIN to a mongod ${major(before)}, or start over with: npm run reset`,
      );
    }
    await writeFile(note, source.version);
  }
}

interface ReplicaConfig {
  readonly version: number;
  readonly members: readonly { readonly host: string }[];
}

function tlsArguments(folder: string): string[] {
  return ['--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', `${folder}/server.pem`, '--tlsCAFile', `${folder}/ca.pem`];
}

function major(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
