import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingId } from '@concert/contracts/core/ids';
import type { Migration } from '@concert/service-kit/migrations';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';
import { stockCollection } from '../seats/stock.schema.ts';
import type { BookingDocument } from '../bookings/booking.schema.ts';

/** A category's stock in the old format, with a list of its holds. */
interface ListedStock {
  readonly _id: Seating;
  readonly holds?: readonly { readonly bookingId: BookingId; readonly tickets: number; readonly endsAt: Date }[];
}

/**
 * Moves holds from the list in the stock to their bookings; the stock keeps their sum. It can be interrupted and run again:
 * a list is removed only after its bookings have their holds.
 */
export const seatsAsCounters: Migration = {
  id: '0007-seats-as-counters',
  estimate: async (db) => {
    const stocks = await db.collection<ListedStock>(stockCollection.name).find().toArray();
    return `${stocks.reduce((sum, { holds = [] }) => sum + holds.length, 0)} holds move to their bookings, a second or two`;
  },
  up: async (db) => {
    const stock = db.collection<ListedStock>(stockCollection.name);
    for (const { _id, holds = [] } of await stock.find({ holds: { $exists: true } }).toArray()) {
      if (holds.length > 0)
        await db.collection<BookingDocument>(BOOKINGS_COLLECTION).bulkWrite(
          holds.map(({ bookingId, endsAt }) => ({ updateOne: { filter: { _id: bookingId }, update: { $set: { keptUntil: endsAt } } } })),
          { ordered: false },
        );
      const held = holds.reduce((sum, { tickets }) => sum + tickets, 0);
      await stock.updateOne({ _id }, { $set: { held }, $unset: { holds: '' }, $inc: { version: 1 } });
    }
  },
};
