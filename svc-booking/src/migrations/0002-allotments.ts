import type { Migration } from '@concert/service-kit/migrations';
import { FIRST_ALLOTMENTS } from '../complimentary/entry.ts';
import { ALLOTMENTS_COLLECTION } from '../complimentary/mongo-allotments.repository.ts';
import { CONCERTS } from '../concert/mongo-concert.repository.ts';

/** Each group gets its allotment, and the concert its note for a cancellation. */
export const allotments: Migration = {
  id: '0002-allotments',
  async up(db) {
    await db
      .collection<{ _id: string }>(CONCERTS)
      .updateOne({ _id: 'current', cancellationNote: { $exists: false } }, { $set: { cancellationNote: '' } });
    for (const [group, capacity] of Object.entries(FIRST_ALLOTMENTS)) {
      await db
        .collection<{ _id: string }>(ALLOTMENTS_COLLECTION)
        .updateOne({ _id: group }, { $setOnInsert: { capacity, issued: 0 } }, { upsert: true });
    }
  },
};
