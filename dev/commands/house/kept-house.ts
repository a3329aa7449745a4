import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { ListedTicket } from '@concert/contracts/booking/door';
import { ROOT, SERVICES } from '@concert/machine-kit/rooms';
import { listDeadLetters, type DeadLetter } from '@concert/service-kit/messages/dead-letters';
import { topology } from '@concert/service-kit/messages/topology';
import mongoose from 'mongoose';
import { aheadOf, clockOptions } from '../../system/clock-ahead.ts';
import { openDatabases, withDatabases, type FourDatabases } from '../../system/databases.ts';
import { startOwnSystem } from '../../system/own-system.ts';
import { DISTANCES } from '../../system/port-plan.mjs';
import { freePlan } from '../../system/ports.ts';
import { RUSH_SETTINGS } from '../../system/rush-settings.ts';
import type { System } from '../../system/system.ts';
import { allQueues } from '../ops/dead-letters.ts';

const { EJSON } = mongoose.mongo.BSON;

/** Where the houses lie, one of each release. */
export const HOUSES = path.join(ROOT, 'e2e/houses');
const LOGS = path.join(ROOT, '.cache/house-logs');
const PARTS = ['gateway', ...SERVICES, 'payments', 'mailbox', 'identity'] as const;
/** What the data folder holds besides its servers' data. The secrets guard this house alone, and nobody's data. */
const FILES = ['secrets.json', 'payments.json', 'mailbox.json', 'identity.json'];
const NAMES = topology('concert.events', '');

/** A whole system as it stood at a moment. */
export interface House {
  readonly at: string;
  /** Texts of the data folder. */
  readonly files: Readonly<Record<string, string>>;
  /** The documents of each collection of each database, as extended JSON. */
  readonly rows: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly letters: readonly (DeadLetter & { readonly service: string; readonly purpose: string })[];
}

/** What people hold besides their emails. */
export interface Held {
  /** The door's list, as the house's own release told it. */
  readonly door: readonly ListedTicket[];
  /** Who was sent a code, and the secret of the browser that asked for it. */
  readonly codeEmail: string;
  readonly codeRequest: string;
}

export const queueOf = ({ service, purpose }: Pick<House['letters'][number], 'service' | 'purpose'>) => NAMES.queue(service, purpose);

/** Reads a house from its file. */
export async function readHouse(file: string): Promise<House & Held> {
  return JSON.parse(brotliDecompressSync(await readFile(file)).toString()) as House & Held;
}

/** Writes a house to a file. @returns its size in bytes */
export async function writeHouse(file: string, house: House & Held): Promise<number> {
  const bytes = brotliCompressSync(JSON.stringify(house));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
  return bytes.length;
}

/** Starts the system of a house, or an empty one. @param at where its clocks begin */
export async function startHouse(house: House | undefined, at: Date): Promise<System> {
  const ports = await freePlan();
  const { MONGO_URL: _mongo, RABBITMQ_URL: _rabbit, ...given } = process.env;
  const env = { ...given, PORT_BASE: String(ports.site - DISTANCES.site) };
  const NODE_OPTIONS = clockOptions(aheadOf(at));
  const unhurried = { ...RUSH_SETTINGS.gateway, RATE_LIMIT_FORMS_PER_MINUTE: '1000' };
  const settings = Object.fromEntries(PARTS.map((part) => [part, { ...(part === 'gateway' && unhurried), NODE_OPTIONS }]));
  return startOwnSystem({ ports, env, settings, logs: LOGS, ...(house && { fill: (folder) => fill(house, folder, env) }) });
}

/** Services bring the indexes. */
async function fill({ files, rows }: House, dataFolder: string, env: NodeJS.ProcessEnv): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(dataFolder, name), text, { mode: 0o600 });
  const put = async (databases: FourDatabases) => {
    for (const [database, collections] of Object.entries(rows))
      for (const [name, documents] of Object.entries(collections))
        await databases[database as keyof FourDatabases].collection(name).insertMany(EJSON.parse(documents) as object[]);
  };
  await withDatabases({ dataFolder, env }, (urlOf) => connected(urlOf, put));
}

/** Works with the four databases, and closes them. */
export async function connected<T>(urlOf: Parameters<typeof openDatabases>[0], work: (databases: FourDatabases) => Promise<T>): Promise<T> {
  const databases = await openDatabases(urlOf);
  try {
    return await work(databases);
  } finally {
    for (const connection of Object.values(databases)) await connection.close(true);
  }
}

/** Stops what works in a system, and takes all of it; its servers still have to be stopped. */
export async function packHouse(system: System, databases: FourDatabases): Promise<House> {
  for (const name of ['gateway', ...SERVICES]) await system.part(name).stop();
  const rows: Record<string, Record<string, string>> = {};
  for (const [database, { db }] of Object.entries(databases)) {
    rows[database] = {};
    for (const { collectionName: name } of await db!.collections()) {
      const documents = await db!.collection(name).find().toArray();
      if (documents.length > 0) rows[database][name] = EJSON.stringify(documents, { relaxed: false });
    }
  }
  const files = FILES.map(async (name) => [name, await readFile(path.join(system.dataFolder, name), 'utf8')] as const);
  return { at: new Date().toISOString(), files: Object.fromEntries(await Promise.all(files)), rows, letters: await lettersOf(system) };
}

async function lettersOf({ rabbit }: System): Promise<House['letters']> {
  const letters: House['letters'][number][] = [];
  for (const [service, purpose] of allQueues())
    for (const letter of await listDeadLetters(rabbit, NAMES.queue(service, purpose))) letters.push({ ...letter, service, purpose });
  return letters;
}
