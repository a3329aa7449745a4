import type { Migration } from '@concert/service-kit/migrations';
import { USUAL_LENGTH_MINUTES } from '../concert/concert.ts';
import { concertsCollection } from '../concert/concert.schema.ts';

/** Adds the concert's length. */
export const concertLength: Migration = {
  id: '0006-concert-length',
  async up(db) {
    await db
      .collection<{ _id: string }>(concertsCollection.name)
      .updateOne({ _id: 'current', lengthMinutes: { $exists: false } }, { $set: { lengthMinutes: USUAL_LENGTH_MINUTES } });
  },
};
