import type { Migration } from '@concert/service-kit/store/migrations';
import { findableBy, toBooking } from '../bookings/mongo-bookings.repository.ts';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';
import { figuresOf } from '../reports/mongo-report-figures.ts';
import { cellsCollection, daysCollection, type CellsDocument, type DayDocument } from '../reports/report-figures.schema.ts';
import type { BookingDocument } from '../bookings/booking.schema.ts';

const BATCH = 500;

/** Gives bookings that were put in past the service their search and sort fields, and counts the report's figures from their histories. */
export const reportFigures: Migration = {
  id: '0003-report-figures',
  estimate: async (db) =>
    `${await db.collection(BOOKINGS_COLLECTION).countDocuments()} bookings are read and get their words, about a second for each 3,000`,
  up: async (db) => {
    const bookings = db.collection<BookingDocument>(BOOKINGS_COLLECTION);
    const counted = figuresOf(Date.now());
    let batch: { _id: BookingDocument['_id']; found: ReturnType<typeof findableBy> }[] = [];
    const store = async (): Promise<void> => {
      if (batch.length > 0)
        await bookings.bulkWrite(
          batch.map(({ _id, found }) => ({ updateOne: { filter: { _id }, update: { $set: found } } })),
          { ordered: false },
        );
      batch = [];
    };
    for await (const document of bookings.find()) {
      const booking = toBooking(document);
      counted.add(booking);
      batch.push({ _id: document._id, found: findableBy(booking) });
      if (batch.length === BATCH) await store();
    }
    await store();
    const { cells, days } = counted.documents();
    await db.collection<CellsDocument>(cellsCollection.name).deleteMany({});
    await db.collection<DayDocument>(daysCollection.name).deleteMany({});
    if (cells.length > 0) await db.collection<CellsDocument>(cellsCollection.name).insertMany(cells);
    if (days.length > 0) await db.collection<DayDocument>(daysCollection.name).insertMany(days);
  },
};
