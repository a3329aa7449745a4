import { randomBytes } from 'node:crypto';
import type mongoose from 'mongoose';
import type { ServiceName } from '../../dev/system/rooms.ts';

/** Orders whose rows are written together. */
const GROUP = 50;
/** Groups on their way at once, as many as lanes of work are busy in a rush. */
const GROUPS_AT_ONCE = 4;
const PREFIX = 'bench-probe-';
const SAMPLES = 200;
/** Kept rows of services whose rush is measured. */
const WRITING: readonly ServiceName[] = ['svc-booking', 'svc-payment', 'svc-notify'];

interface Row {
  readonly _id: string;
}

/** Rows of one collection that an order leaves behind, as they are stored. */
interface Trace {
  readonly service: ServiceName;
  readonly collection: string;
  /** Of one order, on average. */
  readonly perOrder: number;
  readonly rows: readonly Row[];
}

/** How many rows each collection holds. */
export async function countRows(connections: ReadonlyMap<ServiceName, mongoose.Connection>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const service of WRITING) {
    const database = connections.get(service)!.db!;
    for (const { name } of await database.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()) {
      if (name.startsWith('system.') || name.startsWith(PREFIX)) continue;
      counts.set(`${service} ${name}`, await database.collection(name).countDocuments());
    }
  }
  return counts;
}

/**
 * Writes for a while what orders leave behind: as many rows of each collection as they made, copied from them with all
 * indexes, and as many changes of rows, in one transaction for each database and group, committed by a majority.
 * @param before rows before the orders and {@link after} them
 * @param updates rows that an order changed
 * @returns orders written per second
 */
export async function probe(
  connections: ReadonlyMap<ServiceName, mongoose.Connection>,
  {
    before,
    after,
    orders,
    updates,
    seconds,
  }: {
    readonly before: ReadonlyMap<string, number>;
    readonly after: ReadonlyMap<string, number>;
    readonly orders: number;
    readonly updates: number;
    readonly seconds: number;
  },
): Promise<{ perSecond: number; rows: number }> {
  const traces: Trace[] = [];
  for (const [name, count] of after) {
    const made = count - (before.get(name) ?? 0);
    if (made < orders / 10) continue;
    const [service, collection] = name.split(' ') as [ServiceName, string];
    const database = connections.get(service)!.db!;
    const rows = (await database.collection(collection).find().sort({ $natural: -1 }).limit(SAMPLES).toArray()) as unknown as Row[];
    traces.push({ service, collection, perOrder: made / orders, rows });
    await copyIndexes(database, collection);
  }
  const perOrder = traces.reduce((total, trace) => total + trace.perOrder, 0);
  const until = performance.now() + seconds * 1_000;
  const began = performance.now();
  let groups = 0;
  const writer = async () => {
    while (performance.now() < until) {
      for (const service of WRITING)
        await writeGroup(
          connections.get(service)!,
          traces.filter((trace) => trace.service === service),
          updates / perOrder,
        );
      groups += 1;
    }
  };
  await Promise.all(Array.from({ length: GROUPS_AT_ONCE }, writer));
  const perSecond = (groups * GROUP) / ((performance.now() - began) / 1_000);
  for (const { service, collection } of traces) await connections.get(service)!.db!.dropCollection(PREFIX + collection);
  return { perSecond, rows: perOrder };
}

async function copyIndexes(database: mongoose.mongo.Db, collection: string): Promise<void> {
  const scratch = await database.createCollection(PREFIX + collection);
  for (const { key, name, partialFilterExpression } of await database.collection(collection).indexes()) {
    // Copies of one row may stand side by side here, and go when they are dropped.
    if (name !== '_id_') await scratch.createIndex(key, { name: name!, ...(partialFilterExpression ? { partialFilterExpression } : {}) });
  }
}

/** @param changed share of the rows that are changed once after they were made */
async function writeGroup(connection: mongoose.Connection, traces: readonly Trace[], changed: number): Promise<void> {
  if (traces.length === 0) return;
  const batches = traces.map(({ collection, perOrder, rows }) => ({
    collection: connection.db!.collection<Row>(PREFIX + collection),
    rows: Array.from({ length: Math.round(perOrder * GROUP) }, (): Row => {
      const row = rows[Math.floor(Math.random() * rows.length)]!;
      return { ...row, _id: randomBytes(16).toString('base64url') };
    }),
  }));
  const options = { writeConcern: { w: 'majority' as const, journal: true } };
  await connection.transaction(async (session) => {
    for (const { collection, rows } of batches) await collection.insertMany(rows, { session });
  }, options);
  await connection.transaction(async (session) => {
    for (const { collection, rows } of batches) {
      const operations = Array.from({ length: Math.round(rows.length * changed) }, (_, index) => ({
        updateOne: { filter: { _id: rows[index % rows.length]!._id }, update: { $inc: { version: 1 }, $set: { benchAt: new Date() } } },
      }));
      if (operations.length > 0) await collection.bulkWrite(operations, { session });
    }
  }, options);
}
