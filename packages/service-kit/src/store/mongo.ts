import { setTimeout as pause } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { backoff } from '../process/backoff.ts';
import { currentContext } from '../process/context.ts';
import type { Health } from '../process/health.ts';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { token } from '../process/provide.ts';
import { ANSWER_TIMEOUT_MS, COMMAND_CONNECT_TIMEOUT_MS, TimeoutError, withTimeout } from '../process/with-timeout.ts';
import { failCutCommands } from './internal/cut-connections.ts';
import { TlsContext, tlsFilesOf, type TlsFiles } from '../process/tls-context.ts';

export type { ClientSession, Connection } from 'mongoose';

/** Injection token of the service's own database. */
export const MONGO = token<Connection>('Mongo');

/** Waits between tries to connect when a process starts. */
const CONNECTING = { firstMs: 200, maxMs: 2_000 };

/**
 * Connections that stay open. A new one takes several round trips; where the database is slow that is longer than a caller waits, so a batch
 * whose reads go side by side would fail for want of one.
 */
const KEPT_OPEN = 10;

/**
 * The driver ends all connections and what waits on them when a heartbeat has no answer for so long. A machine that is short of processor
 * stalls for two or three seconds: people wait then, and are not refused.
 */
const SILENCE_MS = 5_000;

/** A connection that is not open yet; nothing is sent before {@link openMongo}. */
export function createMongo(): Connection {
  return mongoose.createConnection();
}

/** Whether a connection that {@link openMongo} opened knows of a server that takes writes now. */
const followed = new WeakMap<Connection, boolean>();
const WRITABLE: ReadonlySet<string> = new Set(['RSPrimary', 'Standalone', 'Mongos', 'LoadBalancer']);

/**
 * Follows what the driver knows of the servers. Mongoose's own `readyState` also says "disconnected" when two heartbeats are late; a
 * process that is busy with refusals never gets round to them, so it went on refusing long after the database was back.
 */
function followPrimary(connection: Connection): void {
  followed.set(connection, true);
  connection.getClient().on('topologyDescriptionChanged', ({ newDescription }) => {
    followed.set(
      connection,
      [...newDescription.servers.values()].some(({ type }) => WRITABLE.has(type)),
    );
  });
}

/** Whether the database can be used now; while it cannot, callers are refused at once instead of waiting for it. */
export function isConnected(connection: Connection): boolean {
  return followed.get(connection) ?? connection.readyState === 1;
}

/**
 * Opens the connection and keeps trying while the server is away. Resolves when it was open once; from then on the driver keeps it alive.
 * @param options `tls` holds the certificates for an address with `tls=true`; `signal` aborts the attempts
 */
export async function openMongo(
  connection: Connection,
  options: {
    url: string;
    tls: TlsContext | undefined;
    poolSize: number;
    appName: string;
    log: Log;
    health: Health;
    metrics: Metrics;
    signal: AbortSignal;
  },
): Promise<void> {
  const { log, health, metrics, signal } = options;
  let up = false;
  const seen = (now: boolean) => {
    metrics.dependencyUp.set({ dependency: 'mongodb' }, now ? 1 : 0);
    if (now !== up) log[now ? 'info' : 'warn'](now ? 'database answers' : 'database is away', { dependency: 'mongodb' });
    up = now;
  };
  health.needs({
    name: 'mongodb',
    // What the driver hears with each heartbeat, so that readiness, which is asked for twice a second, asks the database nothing.
    check: () => {
      const answers = isConnected(connection);
      seen(answers);
      return answers;
    },
  });
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      await connection.openUri(options.url, {
        appName: options.appName,
        ...(options.tls ? { secureContext: options.tls.secureContext } : {}),
        maxPoolSize: options.poolSize,
        minPoolSize: Math.min(KEPT_OPEN, options.poolSize),
        // Short, so that requests fail fast and shutdown never hangs on an absent server.
        serverSelectionTimeoutMS: ANSWER_TIMEOUT_MS,
        connectTimeoutMS: SILENCE_MS,
        socketTimeoutMS: 20_000,
        // A caller that would wait longer for one of the pool's connections is refused.
        waitQueueTimeoutMS: ANSWER_TIMEOUT_MS,
        heartbeatFrequencyMS: 1_000,
        // One hello a heartbeat instead of two.
        serverMonitoringMode: 'poll',
        autoIndex: false,
        autoCreate: false,
        bufferCommands: false,
        writeConcern: { w: 'majority', journal: true },
        readConcern: { level: 'majority' },
      });
      await failCutCommands(connection);
      followPrimary(connection);
      seen(true);
      return;
    } catch (error) {
      if (attempt === 0) log.warn('database is away, trying on', { dependency: 'mongodb' }, error);
      metrics.dependencyUp.set({ dependency: 'mongodb' }, 0);
      await pause(backoff(attempt, CONNECTING), undefined, { signal }).catch(() => undefined);
    }
  }
}

/** What a driver needs to reach a database that encrypts, from the files that settings name; nothing where they name none. */
export function secureMongo(files: TlsFiles | undefined): { secureContext?: SecureContext } {
  return files ? { secureContext: new TlsContext('MONGO_TLS', files).secureContext } : {};
}

/** How a command that is run by hand or before a start reaches the database of its service. */
export interface CommandDatabase extends Readonly<Parameters<typeof tlsFilesOf>[1]> {
  readonly MONGO_URL: string;
}

/**
 * Opens a connection for a command: a few tries, no pool to speak of, nothing created by itself.
 * @throws the driver's error when the database does not answer within ten seconds
 */
export async function openForCommand(connection: Connection, settings: CommandDatabase): Promise<void> {
  await connection.openUri(settings.MONGO_URL, {
    ...secureMongo(tlsFilesOf('MONGO_TLS', settings)),
    serverSelectionTimeoutMS: COMMAND_CONNECT_TIMEOUT_MS,
    autoIndex: false,
    autoCreate: false,
  });
}

/** Runs units of work in MongoDB transactions. */
export class Transactions {
  constructor(
    private readonly connection: Connection,
    private readonly limitMs = 5_000,
  ) {}

  /**
   * Runs `work` in one transaction, and again on a write conflict, until the time limit. `work` may run several times, so it must not call
   * anything outside the database. It runs its statements one after the other: the driver does not support two at once in a transaction. When another process took the lease under which this runs, nothing is stored.
   * @throws whatever `work` throws (nothing is stored then), or the driver's error when the server is away or the limit is over
   */
  async run<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    if (!isConnected(this.connection)) throw new NotConnectedError();
    const session = await this.connection.startSession();
    let isOverdue = false;
    const running = session
      .withTransaction(
        async () => {
          const result = await work(session);
          await currentContext()?.lease?.confirm();
          // The driver would still commit it.
          if (isOverdue) throw overdue();
          return result;
        },
        { timeoutMS: this.limitMs },
      )
      .finally(() => session.endSession());
    try {
      // The driver does not always keep the limit: after a kill of the server a first statement waited for minutes, and all behind it too.
      return await withTimeout(running, this.limitMs + ANSWER_TIMEOUT_MS);
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      isOverdue = true;
      throw overdue();
    }
  }
}

const overdue = () => new mongoose.mongo.MongoOperationTimeoutError('the transaction took longer than its limit');

/** The database has not answered since this process started, or the connection was closed. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
  constructor() {
    super('the database is not connected');
  }
}

/** Somebody wrote a document since it was read. Labelled so that the driver restarts the surrounding transaction. */
export class StaleWriteError extends mongoose.mongo.MongoError {
  override get name(): string {
    return 'StaleWriteError';
  }
  constructor(message: string) {
    super(message);
    this.addErrorLabel('TransientTransactionError');
  }
}

/** The native collection; refuses at once while there is no connection, where the driver would wait. */
export function collectionOf<T extends object>(connection: Connection, name: string) {
  if (!isConnected(connection) || !connection.db) throw new NotConnectedError();
  return connection.db.collection<T>(name);
}
