import type { mongo } from 'mongoose';

/*
 * Writes of one document each, for a bulk write, which change nothing unless some fields are as they were read. The guard stands in the
 * update and not in the filter: by `_id` alone the database finds a document without planning a query, which took a third of such a write
 * in a transaction (`docs/decisions/0085`). So a refused write counts as matched: compare the number of modified documents.
 */

/** Fields as they were read; null also stands for a field that is absent. */
type AsRead<T> = Partial<{ readonly [Field in keyof T]: string | number | null }>;
type Write<T extends mongo.Document> = mongo.AnyBulkWriteOperation<T>;

/** Sets some fields of a document. @param asRead at least one of them must change with each write, or it counts as refused */
export function setIf<T extends { _id: unknown }>(_id: T['_id'], asRead: AsRead<T>, fields: Partial<T>): Write<T> {
  return guarded(_id, asRead, { $mergeObjects: ['$$ROOT', { $literal: fields }] });
}

/** Replaces a document. @param asRead as for {@link setIf} */
export function replaceIf<T extends { _id: unknown }>(document: T, asRead: AsRead<T>): Write<T> {
  return guarded(document._id, asRead, { $literal: document });
}

function guarded<T extends { _id: unknown }>(_id: T['_id'], asRead: AsRead<T>, after: object): Write<T> {
  const same = Object.entries<unknown>(asRead).map(([field, value]) => ({ $eq: [{ $ifNull: [`$${field}`, null] }, { $literal: value }] }));
  const update = [{ $replaceWith: { $cond: [{ $and: same }, after, '$$ROOT'] } }];
  return { updateOne: { filter: { _id } as mongo.Filter<T>, update } };
}
