import type { Connection } from 'mongoose';
import { indexesOf, type IndexSpec } from './store/collection.ts';
import type { Health } from './process/health.ts';
import { kitCollections } from './kit-collections.ts';
import { Leases } from './store/lease.ts';
import type { Log } from './process/log.ts';
import { migrationsCollection } from './store/internal/migrations.schema.ts';
import { readMigrationSettings, SettingsError } from './process/settings.ts';
import { collectionOf, createMongo, openForCommand } from './store/mongo.ts';
import { keepRunTimeRights } from './run-time-rights.ts';

export type Db = NonNullable<Connection['db']>;

/** Indexes of what the kit itself stores in each service's database. */
export const kitIndexes = indexesOf(kitCollections);

/** One step forward of a database. Safe to run again after a crash in the middle. */
export interface Migration {
  /** Gives the order: `0001-words`. Never changes once released. */
  readonly id: string;
  up(db: Db): Promise<void>;
}

const LOCK_MS = 60_000;

/** Gets a line for people. */
type Say = (line: string) => void;

/**
 * Brings a database to the newest form: collections, migrations not yet applied, indexes. One process at a time; a second
 * one waits. Running it again changes nothing.
 * @param say gets one line per step
 * @throws Error when the lock is not free within ten minutes, or when a step fails (later steps are not tried)
 */
export async function migrate(connection: Connection, migrations: readonly Migration[], indexes: readonly IndexSpec[], say: Say) {
  const leases = new Leases(connection);
  const deadline = Date.now() + 10 * LOCK_MS;
  for (let told = false; ; told = true) {
    if (await leases.hold('migrations', LOCK_MS, () => migrateAlone(connection, migrations, [...kitIndexes, ...indexes], say))) return;
    if (Date.now() > deadline) throw new Error('another process has been migrating for ten minutes');
    if (!told) say('another process is migrating, waiting');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

async function migrateAlone(connection: Connection, migrations: readonly Migration[], indexes: readonly IndexSpec[], say: Say) {
  const db = connection.db!;
  const present = new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  for (const name of new Set([...indexes.map(({ collection }) => collection), ...kitCollections.map((kit) => kit.name)])) {
    if (!present.has(name)) await db.createCollection(name);
  }
  const applied = new Set((await migrationsCollection.driver(connection).find().toArray()).map(({ _id }) => _id));
  for (const step of migrations.toSorted((a, b) => (a.id < b.id ? -1 : 1)).filter(({ id }) => !applied.has(id))) {
    say(step.id);
    const started = Date.now();
    await step.up(db);
    const milliseconds = Date.now() - started;
    await migrationsCollection
      .driver(connection)
      .updateOne({ _id: step.id }, { $setOnInsert: { appliedAt: new Date(), milliseconds } }, { upsert: true });
    if (milliseconds >= 1_000) say(`${step.id}: done in ${Math.round(milliseconds / 1_000)} s`);
  }
  for (const index of indexes) await db.collection(index.collection).createIndex({ ...index.key }, { ...index.options, name: index.name });
}

interface FoundIndex {
  readonly name?: string;
  readonly key: Readonly<Record<string, unknown>>;
  readonly unique?: boolean;
}

function enforces(found: FoundIndex | undefined, spec: IndexSpec): boolean {
  return (
    found !== undefined && JSON.stringify(found.key) === JSON.stringify(spec.key) && Boolean(found.unique) === Boolean(spec.options?.unique)
  );
}

/** Without its indexes a service would be slow and some of its rules not enforced, so it is not ready. */
export function requireIndexes(
  own: readonly IndexSpec[],
  { health, connection, log }: { readonly health: Health; readonly connection: Connection; readonly log: Log },
): void {
  const indexes = [...kitIndexes, ...own];
  let complete = false;
  health.needs({
    name: 'schema',
    check: async () => {
      if (complete) return true;
      const missing = await missingIndexes(connection, indexes);
      if (missing.length > 0) log.warn('the database lacks an index: run the migrations', { reason: missing.join(' ').slice(0, 300) });
      complete = missing.length === 0;
      return complete;
    },
  });
}

/** Names of declared indexes that the database lacks or has in a weaker form; without a rule it relies on, a service is not ready. */
export async function missingIndexes(connection: Connection, indexes: readonly IndexSpec[]): Promise<string[]> {
  const missing: string[] = [];
  for (const collection of new Set(indexes.map((index) => index.collection))) {
    const there = await collectionOf(connection, collection)
      .indexes()
      .then(
        (found: FoundIndex[]) => new Map(found.map((index) => [index.name, index])),
        (error: { codeName?: string }) => {
          if (error.codeName === 'NamespaceNotFound') return new Map<string | undefined, FoundIndex>();
          throw error;
        },
      );
    for (const index of indexes)
      if (index.collection === collection && !enforces(there.get(index.name), index)) missing.push(`${collection}.${index.name}`);
  }
  return missing;
}

/** What a service's database is to be. */
interface DatabaseForm {
  /** Called once the settings of the database are read. @throws SettingsError where its own are wrong */
  readonly migrations?: () => readonly Migration[];
  readonly collections: readonly { readonly name: string; readonly appendOnly: boolean }[];
  readonly indexes: readonly IndexSpec[];
}

const NOT_KEPT = {
  'no role': 'no run-time role in this database, so no rights were given',
  'not ours': 'this account may not give the run-time account its rights: give them by hand (docs/kubernetes.md)',
} as const;

/**
 * Entry of a service's `migrate` command: connects, migrates, gives the run-time account its rights, reports what happened, ends.
 */
export async function runMigrateCommand(service: string, { migrations: read, collections, indexes }: DatabaseForm): Promise<void> {
  const connection = createMongo();
  try {
    const settings = readMigrationSettings();
    const migrations = read?.() ?? [];
    await openForCommand(connection, settings);
    const say = (line: string) => process.stdout.write(`${service}: ${line}\n`);
    await migrate(connection, migrations, indexes, say);
    const rights = await keepRunTimeRights(connection.db!, collections);
    if (rights !== 'kept') say(NOT_KEPT[rights]);
    say('database is up to date');
  } catch (error) {
    const fault = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown fault';
    process.stderr.write(
      error instanceof SettingsError
        ? `${error.message}\n`
        : `${service}: migrating failed (${fault}). Check that the database answers and run it again: it continues where it stopped.\n`,
    );
    process.exitCode = 1;
  } finally {
    await connection.close();
  }
}
