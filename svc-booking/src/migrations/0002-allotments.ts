import type { Migration } from '@concert/service-kit/migrations';
import { FIRST_ALLOTMENTS } from '../complimentary/entry.ts';
import { allotmentsCollection } from '../complimentary/allotment.schema.ts';
import { concertsCollection } from '../concert/concert.schema.ts';

/** Adds the allotment of each group, and the concert's note for a cancellation. */
export const allotments: Migration = {
  id: '0002-allotments',
  async up(db) {
    await db
      .collection<{ _id: string }>(concertsCollection.name)
      .updateOne({ _id: 'current', cancellationNote: { $exists: false } }, { $set: { cancellationNote: '' } });
    for (const [group, capacity] of Object.entries(FIRST_ALLOTMENTS)) {
      await db
        .collection<{ _id: string }>(allotmentsCollection.name)
        .updateOne({ _id: group }, { $setOnInsert: { capacity, issued: 0 } }, { upsert: true });
    }
  },
};
