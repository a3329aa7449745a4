import { createHash, createHmac, timingSafeEqual, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Failure } from '@concert/machine-kit/failure';
import mongoose, { type Connection } from 'mongoose';
import type { Databases } from '../../system/invariants/rows.ts';
import { keyIdOf, keyFor, decrypted, encrypted } from '../../system/sealed-file.ts';

const { BSON } = mongoose.mongo;

/** Documents written in one go. */
const BATCH = 500;
const MANIFEST = 'manifest.json';
const FORMAT = 2;
/** Named with every read: a snapshot session does not replace the read concern of a connection, and each collection would be read at a moment of its own. */
const OF_ONE_MOMENT = { level: 'snapshot' } as const;
/** Longest document of MongoDB, with room for its envelope. */
const MAX_DOCUMENT_BYTES = 17 * 1024 * 1024;

interface CollectionEntry {
  readonly name: string;
  readonly file: string;
  readonly documents: number;
  /** Hash over the documents as MongoDB stores them, one after the other. */
  readonly sha256: string;
  readonly indexes: readonly { readonly key: Record<string, unknown>; readonly name: string; readonly [option: string]: unknown }[];
}

/** What a backup holds, so that a restored database can be compared with it. */
export interface Manifest {
  readonly format: typeof FORMAT;
  readonly madeAt: string;
  /** Fingerprint of the key that the files are encrypted with. */
  readonly keyId: string;
  readonly databases: Readonly<Record<string, readonly CollectionEntry[]>>;
}

/** A manifest as it is stored: it holds counts and names, and a code by which a change of it is noticed. */
interface SignedManifest extends Manifest {
  readonly mac: string;
}

function macOf({ format, madeAt, keyId, databases }: Manifest, key: Uint8Array): string {
  return createHmac('sha256', keyFor(key, Buffer.alloc(0), MANIFEST))
    .update(JSON.stringify([format, madeAt, keyId, databases]))
    .digest('hex');
}

/** Counts and checksums of one collection, computed while its bytes pass. */
class Tally {
  documents = 0;
  readonly #hash: Hash = createHash('sha256');

  add(bytes: Uint8Array): void {
    this.documents += 1;
    this.#hash.update(bytes);
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}

/**
 * Writes every document and index of some databases into a new folder, encrypted. Each database is read as it was at one moment, while it
 * goes on working.
 * @param databases connection by the name the database has in the backup
 * @param key 256 random bits
 * @throws Failure when the folder is not empty
 */
export async function backUp(
  databases: Databases,
  folder: string,
  key: Uint8Array,
  say: (line: string) => void = () => undefined,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Failure(`${folder} is not empty.`, 'name a folder that does not exist yet.');
  const entries: Record<string, CollectionEntry[]> = {};
  for (const [name, connection] of Object.entries(databases)) {
    const session = connection.getClient().startSession({ snapshot: true });
    try {
      entries[name] = [];
      const collections = (await dbOf(connection).listCollections({ type: 'collection' }).toArray())
        .map((found) => found.name)
        .filter((found) => !found.startsWith('system.'))
        .sort();
      for (const collection of collections) {
        const file = `${name}.${encodeURIComponent(collection)}.bson.gz.enc`;
        const tally = new Tally();
        const source = async function* () {
          for await (const bytes of dbOf(connection)
            .collection(collection)
            .find({}, { raw: true, session, readConcern: OF_ONE_MOMENT, sort: { _id: 1 }, batchSize: BATCH })) {
            tally.add(bytes as unknown as Uint8Array);
            yield bytes as unknown as Uint8Array;
          }
        };
        await pipeline(
          source,
          createGzip({ level: 6 }),
          (bytes: AsyncIterable<Buffer>) => encrypted(bytes, key, file),
          createWriteStream(path.join(folder, file), { mode: 0o600 }),
        );
        const indexes = (await dbOf(connection).collection(collection).indexes()).map(
          ({ v: _version, ns: _ns, ...index }) => index as CollectionEntry['indexes'][number],
        );
        entries[name].push({ name: collection, file, documents: tally.documents, sha256: tally.digest(), indexes });
      }
      say(`${name}: ${entries[name].length} collections, ${entries[name].reduce((sum, { documents }) => sum + documents, 0)} documents`);
    } finally {
      await session.endSession();
    }
  }
  const manifest: Manifest = { format: FORMAT, madeAt: new Date().toISOString(), keyId: keyIdOf(key), databases: entries };
  const signed: SignedManifest = { ...manifest, mac: macOf(manifest, key) };
  await writeFile(path.join(folder, MANIFEST), `${JSON.stringify(signed, null, 2)}\n`, { mode: 0o600 });
  return manifest;
}

/**
 * Reads what a backup holds.
 * @throws Failure when the folder holds no backup, or one that was encrypted with another key
 */
export async function readManifest(folder: string, key: Uint8Array): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Failure(
      `${folder} holds no backup, or one that was broken off.`,
      'name a folder that npm run ops -- backup wrote to its end.',
    );
  });
  const { mac, ...manifest } = JSON.parse(text) as SignedManifest;
  if (manifest.format !== FORMAT)
    throw new Failure(
      `This backup has format ${String(manifest.format)}, which this version cannot read.`,
      'restore it with the version it was made by.',
    );
  if (manifest.keyId !== keyIdOf(key))
    throw new Failure(
      `This backup was encrypted with the key ${manifest.keyId}; the one given is ${keyIdOf(key)}.`,
      'set BACKUP_KEY or BACKUP_KEY_FILE to the key it was made with; without it nobody can read this backup.',
    );
  if (!timingSafeEqual(Buffer.from(mac.padEnd(64).slice(0, 64)), Buffer.from(macOf(manifest, key))))
    throw new Failure('This backup is damaged: its list of files was changed.', 'take another one; nothing was changed.');
  return manifest;
}

/**
 * Checks that every file of a backup is as it was written.
 * @throws Failure naming those that are not
 */
export async function checkBackup(folder: string, key: Uint8Array): Promise<Manifest> {
  const manifest = await readManifest(folder, key);
  const broken: string[] = [];
  for (const entry of Object.values(manifest.databases).flat()) {
    const tally = new Tally();
    const whole = await readDocuments(folder, entry.file, key, (bytes) => {
      tally.add(bytes);
      return Promise.resolve();
    }).then(
      () => true,
      () => false,
    );
    if (!whole || tally.documents !== entry.documents || tally.digest() !== entry.sha256) broken.push(entry.file);
  }
  if (broken.length > 0) throw new Failure(`This backup is damaged: ${broken.join(', ')}.`, 'take another one; nothing was changed.');
  return manifest;
}

/**
 * Restores a backup into databases, in place of what they hold, and compares the result with the backup. Facts published recently are
 * published again, because a consumer's database may be a little older than the publisher's; repeats change nothing.
 * @throws Failure when the backup is damaged (nothing is changed then) or when what was restored differs
 */
export async function restore(
  databases: Databases,
  folder: string,
  key: Uint8Array,
  say: (line: string) => void = () => undefined,
): Promise<void> {
  const manifest = await checkBackup(folder, key);
  for (const [name, connection] of Object.entries(databases)) {
    const entries = manifest.databases[name];
    if (!entries) throw new Failure(`This backup holds no database ${name}.`, `it holds ${Object.keys(manifest.databases).join(', ')}.`);
    const db = dbOf(connection);
    for (const { name: found } of await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray())
      if (!found.startsWith('system.')) await db.dropCollection(found);
    for (const entry of entries) {
      await db.createCollection(entry.name);
      const collection = db.collection(entry.name);
      let batch: object[] = [];
      const store = async () => {
        if (batch.length > 0) await collection.insertMany(batch, { ordered: true });
        batch = [];
      };
      await readDocuments(folder, entry.file, key, async (bytes) => {
        batch.push(BSON.deserialize(bytes, { promoteValues: false, promoteLongs: false, promoteBuffers: false }));
        if (batch.length === BATCH) await store();
      });
      await store();
      for (const { key, ...options } of entry.indexes) if (options.name !== '_id_') await collection.createIndex(key as never, options);
      const tally = new Tally();
      for await (const bytes of collection.find({}, { raw: true, sort: { _id: 1 } })) tally.add(bytes as unknown as Uint8Array);
      if (tally.documents !== entry.documents || tally.digest() !== entry.sha256)
        throw new Failure(`${name}.${entry.name} is not what the backup holds.`, 'run the same command again; the backup itself is whole.');
    }
    const { modifiedCount } = await db.collection('outbox').updateMany({ publishedAt: { $ne: null } }, { $set: { publishedAt: null } });
    say(
      `${name}: ${entries.reduce((sum, { documents }) => sum + documents, 0)} documents of ${entries.length} collections, as they were at ${manifest.madeAt}; ${modifiedCount} facts will be told again`,
    );
  }
}

function dbOf(connection: Connection) {
  if (!connection.db) throw new Error('the database is not connected');
  return connection.db;
}

/** Hands over each document of an encrypted file; BSON begins with its own length. */
async function readDocuments(folder: string, file: string, key: Uint8Array, take: (bytes: Buffer) => Promise<void>): Promise<void> {
  await pipeline(
    createReadStream(path.join(folder, file)),
    (bytes: AsyncIterable<Buffer>) => decrypted(bytes, key, file),
    createGunzip(),
    async (chunks: AsyncIterable<Buffer>) => {
      let rest: Buffer = Buffer.alloc(0);
      for await (const chunk of chunks) {
        rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        while (rest.length >= 4) {
          const length = rest.readInt32LE(0);
          if (length < 5 || length > MAX_DOCUMENT_BYTES) throw new Error('not a document');
          if (rest.length < length) break;
          await take(rest.subarray(0, length));
          rest = rest.subarray(length);
        }
      }
      if (rest.length > 0) throw new Error('the file ends in the middle of a document');
    },
  );
}
