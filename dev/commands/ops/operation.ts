import { createInterface } from 'node:readline/promises';
import path from 'node:path';
import { authActRecordedV1 } from '@concert/contracts/auth/events';
import { newAuditEntry, type AuditedAction } from '@concert/service-kit/identity/audit-entries';
import { systemClock } from '@concert/service-kit/process/clock';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { Failure } from '@concert/machine-kit/failure';
import mongoose, { type Connection } from 'mongoose';
import { ROOT, SERVICES, type ServiceName } from '@concert/machine-kit/rooms';
import { readAddress, type SystemAddress } from '../../system/address.ts';
import { DATABASES } from '../../system/database-accounts.ts';
import { databaseUrl, withDatabases } from '../../system/databases.ts';

/** What the command line may say to an operation besides its own words. */
export interface Flags {
  /** Says what it would do and changes nothing. */
  readonly dryRun: boolean;
  /** Answers every question with yes. */
  readonly yes: boolean;
}

/** Opens a service's database. @throws Failure when it does not answer, or refuses */
async function databaseAt(url: string, service: ServiceName): Promise<Connection> {
  try {
    return await mongoose.createConnection(url, { serverSelectionTimeoutMS: 10_000, autoIndex: false, autoCreate: false }).asPromise();
  } catch (error) {
    throw new Failure(
      `The database of ${service} does not answer (${error instanceof Error ? error.name : 'unknown fault'}).`,
      'check that MongoDB runs, and MONGO_URL where it is set.',
    );
  }
}

/** The system an operation is about, and the person who is asked before something changes. */
export class Operation {
  readonly flags: Flags;
  readonly env: NodeJS.ProcessEnv;
  readonly dataFolder: string;
  /** The exit code of the process. */
  exitCode = 0;
  readonly #connections: Promise<Connection>[] = [];

  constructor(flags: Flags, env: NodeJS.ProcessEnv = process.env, dataFolder = path.join(ROOT, '.data')) {
    this.flags = flags;
    this.env = env;
    this.dataFolder = dataFolder;
  }

  /** The system that `npm start` runs here. */
  async local(): Promise<SystemAddress> {
    const running = await readAddress(this.dataFolder);
    if (!running)
      throw new Failure(
        'No system runs here.',
        'start it with npm start; for another one set MONGO_URL and RABBITMQ_URL (docs/operate.md, "Repairs").',
      );
    return running;
  }

  /** Address of a service's database: under MONGO_URL where it is set, else of the system here. */
  async mongoUrl(service: ServiceName): Promise<string> {
    return this.env.MONGO_URL ? databaseUrl(this.env.MONGO_URL)(service) : (await this.local()).mongo[service];
  }

  /** The broker: RABBITMQ_URL where it is set, else the one of the system here. */
  async rabbitUrl(): Promise<string> {
    return this.env.RABBITMQ_URL ? this.env.RABBITMQ_URL : (await this.local()).rabbit;
  }

  /** An open connection to a service's database. */
  async database(service: ServiceName): Promise<Connection> {
    const opened = databaseAt(await this.mongoUrl(service), service);
    this.#connections.push(opened);
    return opened;
  }

  async close(): Promise<void> {
    for (const opened of this.#connections)
      await opened.then(
        (connection) => connection.close(),
        () => undefined,
      );
  }

  say(line: string): void {
    process.stdout.write(`${line}\n`);
  }

  /**
   * Says what will be done and asks. With `--dry-run` it only says. After a no the exit code is 1, so that nothing that was to follow runs.
   * @returns whether to go on
   */
  async agreed(what: string): Promise<boolean> {
    if (this.flags.dryRun) {
      this.say(`Would: ${what}. Nothing was changed.`);
      return false;
    }
    if (this.flags.yes) return true;
    if (!process.stdin.isTTY)
      throw new Failure(`This would ${what}, and there is nobody to ask.`, 'look at it with --dry-run, then add --yes.');
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    try {
      // Ctrl-C and Ctrl-D are answers too.
      const answer = await terminal.question(`This will ${what}. Type yes to go on: `).catch(() => '\n');
      if (answer.trim().toLowerCase() === 'yes') return true;
      if (answer === '\n') this.say('');
    } finally {
      terminal.close();
    }
    this.say('Nothing was changed.');
    this.exitCode = 1;
    return false;
  }

  /** Writes what was done into the audit log, by way of svc-auth's outbox. */
  async record(action: AuditedAction): Promise<void> {
    await recordAt(await this.mongoUrl('svc-auth'), action);
  }

  /**
   * Works on all databases, by their names: under MONGO_URL, else of the data folder, whose MongoDB is started where no system runs.
   * @param work is given what writes into the audit log of that system
   */
  async withDatabases<T>(
    work: (databases: Record<string, Connection>, record: (action: AuditedAction) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    return withDatabases({ dataFolder: this.dataFolder, env: this.env }, async (mongoUrl) => {
      const opened: [string, Connection][] = [];
      try {
        for (const name of SERVICES) opened.push([DATABASES[name], await databaseAt(mongoUrl(name), name)]);
        return await work(Object.fromEntries(opened), (action) => recordAt(mongoUrl('svc-auth'), action));
      } finally {
        await Promise.all(opened.map(([, connection]) => connection.close()));
      }
    });
  }
}

async function recordAt(mongoUrl: string, action: AuditedAction): Promise<void> {
  const connection = await databaseAt(mongoUrl, 'svc-auth');
  try {
    const outbox = new Outbox(connection, 'svc-auth', systemClock);
    const entry = newAuditEntry('operator', systemClock.now(), action);
    await new Transactions(connection).run((session) =>
      outbox.record(session, [outbox.fact(authActRecordedV1, action.subject.id, 0, entry)]),
    );
  } finally {
    await connection.close();
  }
}

/** A service by its name, with or without `svc-`. @throws Failure naming those there are */
export function serviceNamed(word: string | undefined): ServiceName {
  const found = SERVICES.find((name) => name === word || name === `svc-${word}`);
  if (!found) throw new Failure(`There is no service ${word ?? '(none named)'}.`, `name one of ${SERVICES.join(', ')}.`);
  return found;
}
