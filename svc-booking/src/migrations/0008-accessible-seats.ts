import type { Migration } from '@concert/service-kit/migrations';
import { NO_ACCESS_RULES } from '../concert/concert.ts';
import { concertsCollection } from '../concert/concert.schema.ts';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';

/** Lets the concert say something about accessible seats, and the index of holds be made again with one field more. */
export const accessibleSeats: Migration = {
  id: '0008-accessible-seats',
  async up(db) {
    await db
      .collection<{ _id: string }>(concertsCollection.name)
      .updateOne({ _id: 'current', access: { $exists: false } }, { $set: { access: NO_ACCESS_RULES } });
    const bookings = await db.listCollections({ name: BOOKINGS_COLLECTION }).toArray();
    if (bookings.length > 0 && (await db.collection(BOOKINGS_COLLECTION).indexExists('holds_by_end')))
      await db.collection(BOOKINGS_COLLECTION).dropIndex('holds_by_end');
  },
};
