import { CLOCKS_APART_MS } from '@concert/contracts/core/durations';
import mongoose, { type Connection, type Model, type mongo, type SchemaDefinitionProperty } from 'mongoose';
import { collectionOf, isConnected, NotConnectedError, StaleWriteError, type ClientSession } from './mongo.ts';

/**
 * An index as data. `serves` names the query or the rule it exists for. MongoDB uses a partial index only for a query that repeats its
 * condition: see {@link isText}.
 * An index is dropped one release after its last use, by a migration: during a deployment the previous version runs beside this one, and
 * is not ready without each index it declares.
 */
export interface IndexSpec {
  readonly collection: string;
  readonly name: string;
  readonly key: Readonly<Record<string, 1 | -1>>;
  readonly options?: Omit<mongo.CreateIndexesOptions, 'name'>;
  readonly serves: string;
}

/** An index by which the database deletes a row once the time in this field has come, or some seconds after it. @param serves why it goes */
export function goesAt(name: string, field: string, serves: string, expireAfterSeconds = 0): Omit<IndexSpec, 'collection'> {
  return { name, key: { [field]: 1 }, options: { expireAfterSeconds }, serves };
}

/**
 * Equal to this text, for an index that holds texts only (`{ $type: 'string' }`): MongoDB does not conclude the type from the value, and
 * reads the whole collection for a query that does not say it.
 */
export const isText = <T extends string>(value: T) => ({ $eq: value, $type: 'string' as const });

/** Like {@link isText}, for one of some texts. */
export const isOneOf = <T extends string>(values: readonly T[]) => ({ $in: [...values], $type: 'string' as const });

/** A time that is over; one further ahead than `longestMs` was set while a clock was wrong, and is over too. */
export const isOver = <F extends string>(field: F, now: Date, longestMs: number) => ({
  $or: [
    { [field]: { $lte: now, $type: 'date' as const } },
    { [field]: { $gt: new Date(now.getTime() + longestMs + CLOCKS_APART_MS), $type: 'date' as const } },
  ] as Record<F, { $lte?: Date; $gt?: Date; $type: 'date' }>[],
});

/** Where a page of a list ends that is ordered by time: at a document by its time and id. */
export interface TimePosition<Id extends string> {
  readonly at: Date;
  readonly id: Id;
}

/** What follows a place in a list that begins with the newest, by the time in `field`; everything where there is no place. */
export const olderThan = <F extends string, Id extends string>(field: F, after: TimePosition<Id> | undefined) =>
  after ? { $or: [{ [field]: { $lt: after.at } }, { [field]: after.at, _id: { $lt: after.id } }] as FilterBy<F, Id>[] } : {};
/** The same for a list that begins with the oldest. */
export const newerThan = <F extends string, Id extends string>(field: F, after: TimePosition<Id> | undefined) =>
  after ? { $or: [{ [field]: { $gt: after.at } }, { [field]: after.at, _id: { $gt: after.id } }] as FilterBy<F, Id>[] } : {};
type FilterBy<F extends string, Id> = { readonly [Field in F]?: Date | { $lt?: Date; $gt?: Date } } & {
  readonly _id?: { $lt?: Id; $gt?: Id };
};

/** For a query by many keys: by itself MongoDB sends 101 rows and is asked again for the rest, a second round trip. */
export const SINGLE_BATCH = { batchSize: 1_000 } as const;

// A required text may be empty. Mongoose would treat an empty text as missing.
mongoose.Schema.Types.String.checkRequired((value: unknown) => typeof value === 'string');

/** A record as it is stored: its id is the database's `_id`. */
export type Stored<T extends { readonly id: unknown }> = Omit<T, 'id'> & { _id: T['id'] };

/** Requires a Mongoose definition for each field of a document. */
type FieldsOf<T> = { readonly [Field in keyof T]-?: SchemaDefinitionProperty };

/**
 * An undeclared field is an error in queries, and kept in writes: the next release may have added it, and this one, beside it or after it,
 * writes the document that it read. Tests find fields that nobody declares by {@link assertDeclaredDocuments}.
 */
const OPTIONS = { versionKey: false, id: false, minimize: false, strict: false, strictQuery: 'throw', autoCreate: false } as const;

export interface CollectionDeclaration<T extends object> {
  /** Name in the database. */
  readonly name: string;
  /** What one document is, in a sentence. */
  readonly stores: string;
  /** How long a document is kept, and what ends it. */
  readonly kept: string;
  /** Documents are added and read: the service's own account may neither change nor remove one (docs/decisions/0050). */
  readonly appendOnly?: true;
  readonly fields: FieldsOf<T>;
  readonly indexes: readonly Omit<IndexSpec, 'collection'>[];
}

/** What a reader may say beside the condition. */
export interface ReadOptions<T> {
  readonly session?: ClientSession | undefined;
  readonly sort?: { readonly [Field in keyof T]?: 1 | -1 };
  readonly limit?: number;
  readonly hint?: { readonly [field: string]: 1 | -1 };
  readonly batchSize?: number;
}

/** A collection as its service declares it. Read this first to learn what is stored. */
export interface Collection<T extends object> {
  readonly name: string;
  readonly stores: string;
  readonly kept: string;
  readonly appendOnly: boolean;
  readonly schema: mongoose.Schema<T>;
  readonly indexes: readonly IndexSpec[];
  /** Its model, which casts and validates writes; {@link read} reads. @throws NotConnectedError while the database is away */
  on(connection: Connection): Model<T>;
  /** Documents as they are stored. @throws NotConnectedError while the database is away */
  read(connection: Connection, filter: mongoose.QueryFilter<T>, options?: ReadOptions<T>): Promise<T[]>;
  /** The first of them. @throws NotConnectedError while the database is away */
  readOne(connection: Connection, filter: mongoose.QueryFilter<T>, options?: ReadOptions<T>): Promise<T | undefined>;
  /**
   * The driver's own collection, without casting and validation: for aggregations, and for hot paths that say so in a comment.
   * @throws NotConnectedError while the database is away
   */
  driver(connection: Connection): mongo.Collection<T>;
}

/** An embedded document, without an `_id` of its own. */
export function embedded<T extends object>(fields: FieldsOf<T>): mongoose.Schema<T> {
  return new mongoose.Schema<T>(fields, { ...OPTIONS, _id: false });
}

/** Definitions of fields that each document has as a text, for fields whose list stands in a contract. */
export function requiredTexts<K extends string>(names: readonly K[]): Record<K, { readonly type: typeof String; readonly required: true }> {
  const definition = { type: String, required: true } as const;
  return Object.fromEntries(names.map((name) => [name, definition])) as Record<K, typeof definition>;
}

/** Declares a collection: name, purpose, retention, fields and indexes in one place. */
export function defineCollection<T extends object>(declaration: CollectionDeclaration<T>): Collection<T> {
  const { name, stores, kept, appendOnly = false, fields, indexes } = declaration;
  const schema = new mongoose.Schema<T>(fields, { ...OPTIONS, collection: name, autoIndex: false });
  // Without this hook an update would be cast but not validated.
  schema.pre(['updateOne', 'updateMany', 'findOneAndUpdate', 'replaceOne', 'findOneAndReplace'], function validateUpdate() {
    this.setOptions({ runValidators: true });
  });
  const on = (connection: Connection): Model<T> => {
    if (!isConnected(connection)) throw new NotConnectedError();
    return (connection.models[name] as Model<T> | undefined) ?? connection.model<T>(name, schema, name);
  };
  return {
    name,
    stores,
    kept,
    appendOnly,
    schema,
    indexes: indexes.map((index) => ({ ...index, collection: name })),
    on,
    read: async (connection, filter, { session = null, ...options } = {}) =>
      on(connection).find(filter, null, options).session(session).lean<T[]>(),
    readOne: async (connection, filter, { session = null, ...options } = {}) =>
      (await on(connection).findOne(filter, null, options).session(session).lean<T>()) ?? undefined,
    driver: (connection) => collectionOf<T>(connection, name),
  };
}

/** A collection whose documents are replaced only if they did not change since they were read (optimistic concurrency). */
export interface VersionedCollection<T extends object> extends Collection<T> {
  /**
   * Replaces a document, unless it was changed since `version` was read.
   * @throws StaleWriteError when it was changed; the driver then starts the surrounding transaction over
   */
  replace(connection: Connection, version: number, document: T, transaction: ClientSession): Promise<void>;
}

/** Declares a collection whose documents carry a version that grows with every change (optimistic concurrency). */
export function defineVersionedCollection<T extends { _id: unknown; version: number }>(
  declaration: CollectionDeclaration<T>,
): VersionedCollection<T> {
  const collection = defineCollection(declaration);
  return {
    ...collection,
    async replace(connection, version, document, session) {
      const filter = { _id: document._id, version } as mongoose.QueryFilter<T>;
      const { matchedCount } = await collection.on(connection).replaceOne(filter, document, { session });
      if (matchedCount !== 1) throw new StaleWriteError(`a document of ${declaration.name} was changed since it was read`);
    },
  };
}

/** The indexes of some collections, for migrations and the readiness check. */
export function indexesOf(collections: readonly { readonly indexes: readonly IndexSpec[] }[]): IndexSpec[] {
  return collections.flatMap(({ indexes }) => indexes);
}

/**
 * Validates every stored document against its schema, also those written by the driver. Tests call it at their end.
 * @throws Error with the first document of each collection that breaks its schema
 */
export async function assertDeclaredDocuments(
  connection: Connection,
  collections: readonly { readonly name: string; readonly schema: Pick<mongoose.Schema, 'toJSONSchema'> }[],
): Promise<void> {
  const broken: Record<string, unknown> = {};
  for (const { name, schema } of collections) {
    const $jsonSchema = { ...schema.toJSONSchema({ useBsonType: true }), additionalProperties: false };
    const found = await collectionOf(connection, name).findOne({ $nor: [{ $jsonSchema }] });
    if (found) broken[name] = found;
  }
  if (Object.keys(broken).length > 0) throw new Error(`documents that break their schema: ${JSON.stringify(broken, null, 2)}`);
}
