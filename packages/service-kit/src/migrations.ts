import mongoose, { type Connection, type mongo } from 'mongoose';
import { collectionOf } from './mongo.ts';
import { IDEMPOTENCY_KEYS } from './idempotency.ts';
import { INBOX } from './inbox.ts';
import { LEASES, Leases } from './lease.ts';
import { OUTBOX } from './outbox.ts';

export type Db = NonNullable<Connection['db']>;

/** An index as data. `serves` names the query or the rule it exists for. */
export interface IndexSpec {
  readonly collection: string;
  readonly name: string;
  readonly key: Readonly<Record<string, 1 | -1>>;
  readonly options?: Omit<mongo.CreateIndexesOptions, 'name'>;
  readonly serves: string;
}

/** One step of a database forward. Safe to run again after a crash in the middle. */
export interface Migration {
  /** Sorts: `0001-words`. Never changes once released. */
  readonly id: string;
  /** What it will do and how long, said before it starts, from the data as it is. */
  estimate?(db: Db): Promise<string>;
  up(db: Db): Promise<void>;
}

interface MigrationRow {
  _id: string;
  appliedAt: Date;
  milliseconds: number;
}

const MIGRATIONS = 'migrations';
const DAY_SECONDS = 86_400;

/** Indexes of what the kit itself stores in each service's database. */
export const kitIndexes: readonly IndexSpec[] = [
  { collection: OUTBOX, name: 'waiting', key: { publishedAt: 1, _id: 1 }, serves: 'the relay: what waits, oldest first' },
  { collection: OUTBOX, name: 'ttl_published', key: { publishedAt: 1 }, options: { expireAfterSeconds: 7 * DAY_SECONDS, partialFilterExpression: { publishedAt: { $type: 'date' } } }, serves: 'published facts go after a week' },
  { collection: INBOX, name: 'ttl_handled', key: { handledAt: 1 }, options: { expireAfterSeconds: 60 * DAY_SECONDS }, serves: 'notes of handled messages go after 60 days' },
  { collection: IDEMPOTENCY_KEYS, name: 'ttl_created', key: { createdAt: 1 }, options: { expireAfterSeconds: 7 * DAY_SECONDS }, serves: 'answers of repeated requests go after a week' },
];

const LOCK_MS = 60_000;

/**
 * Brings a database to the newest form: collections, migrations not yet applied, indexes. One process at a time; a second
 * one waits. Running it again changes nothing.
 * @param say gets one line per step
 * @throws Error when the lock is not free within ten minutes, or when a step fails (later steps are not tried)
 */
export async function migrate(connection: Connection, migrations: readonly Migration[], indexes: readonly IndexSpec[], say: (line: string) => void): Promise<void> {
  const db = connection.db;
  if (!db) throw new Error('the database is not connected');
  const leases = new Leases(connection);
  const deadline = Date.now() + 10 * LOCK_MS;
  while (!(await leases.take('migrations', LOCK_MS))) {
    if (Date.now() > deadline) throw new Error('another process has been migrating for ten minutes');
    say('another process is migrating, waiting');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  const renewal = setInterval(() => void leases.take('migrations', LOCK_MS).catch(() => undefined), LOCK_MS / 3);
  try {
    const all = [...kitIndexes, ...indexes];
    const present = new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
    for (const name of new Set([...all.map(({ collection }) => collection), LEASES, MIGRATIONS])) {
      if (!present.has(name)) await db.createCollection(name);
    }
    const applied = new Set((await collectionOf<MigrationRow>(connection, MIGRATIONS).find().toArray()).map(({ _id }) => _id));
    for (const migration of [...migrations].sort((a, b) => (a.id < b.id ? -1 : 1))) {
      if (applied.has(migration.id)) continue;
      say(`${migration.id}${migration.estimate ? `: ${await migration.estimate(db)}` : ''}`);
      const started = Date.now();
      await migration.up(db);
      await collectionOf<MigrationRow>(connection, MIGRATIONS).updateOne(
        { _id: migration.id },
        { $setOnInsert: { appliedAt: new Date(), milliseconds: Date.now() - started } },
        { upsert: true },
      );
    }
    for (const index of all) await db.collection(index.collection).createIndex({ ...index.key }, { ...index.options, name: index.name });
  } finally {
    clearInterval(renewal);
    await leases.release('migrations');
  }
}

interface FoundIndex {
  readonly name?: string;
  readonly key: Readonly<Record<string, unknown>>;
  readonly unique?: boolean;
}

function enforces(found: FoundIndex | undefined, spec: IndexSpec): boolean {
  return found !== undefined && JSON.stringify(found.key) === JSON.stringify(spec.key) && Boolean(found.unique) === Boolean(spec.options?.unique);
}

/** Names of declared indexes that the database lacks or holds weaker; a service is not ready while a rule it relies on is not enforced. */
export async function missingIndexes(connection: Connection, indexes: readonly IndexSpec[]): Promise<string[]> {
  const missing: string[] = [];
  for (const collection of new Set(indexes.map((index) => index.collection))) {
    const there = await collectionOf(connection, collection)
      .indexes()
      .then((found: FoundIndex[]) => new Map(found.map((index) => [index.name, index])), (error: { codeName?: string }) => {
        if (error.codeName === 'NamespaceNotFound') return new Map<string | undefined, FoundIndex>();
        throw error;
      });
    for (const index of indexes) if (index.collection === collection && !enforces(there.get(index.name), index)) missing.push(`${collection}.${index.name}`);
  }
  return missing;
}

/** Entry of a service's `migrate` command: connects, migrates, says what happened, ends. */
export async function runMigrateCommand(service: string, url: string, migrations: readonly Migration[], indexes: readonly IndexSpec[]): Promise<void> {
  const connection = mongoose.createConnection(url, { serverSelectionTimeoutMS: 10_000, autoIndex: false, autoCreate: false });
  try {
    await connection.asPromise();
    await migrate(connection, migrations, indexes, (line) => process.stdout.write(`${service}: ${line}\n`));
    process.stdout.write(`${service}: database is up to date\n`);
  } catch (error) {
    process.stderr.write(`${service}: migrating failed (${error instanceof Error ? `${error.name}: ${error.message}` : 'unknown fault'}). Check that the database answers and run it again: it continues where it stopped.\n`);
    process.exitCode = 1;
  } finally {
    await connection.close();
  }
}
