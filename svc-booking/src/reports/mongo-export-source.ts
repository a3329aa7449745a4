import { COMPLIMENTARY_CATEGORIES, ENTRY_STATUSES } from '@concert/contracts/booking/complimentary';
import type { ReportRow } from '@concert/contracts/booking/reports';
import { SEATINGS } from '@concert/contracts/booking/seating';
import { BOOKING_STATUSES } from '@concert/contracts/booking/states';
import { secureMongo } from '@concert/service-kit/store/mongo';
import mongoose from 'mongoose';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';
import type { ExportOrder } from './excel-exports.ts';
import { ROW_OF_BOOKING, ROW_OF_ENTRY, rowOfBooking, rowOfEntry } from './mongo-report-rows.ts';
import { concertsCollection } from '../concert/concert.schema.ts';
import { entriesCollection, type EntryDocument } from '../complimentary/entry.schema.ts';
import type { BookingDocument } from '../bookings/booking.schema.ts';

type Row = Omit<ReportRow, 'cursor'>;

export interface ExportSource {
  readonly timeZone: string;
  /** How many rows there are. */
  readonly count: number;
  /** Newest first. */
  readonly rows: AsyncIterable<Row>;
  close(): Promise<void>;
}

/** Rows read ahead. */
const BATCH = 1_000;

/** Opens a snapshot of all that the export reads, on a connection of its own. */
export async function openExportSource({ mongoUrl, mongoTls, ids }: ExportOrder): Promise<ExportSource> {
  const connection = await mongoose
    .createConnection(mongoUrl, {
      ...secureMongo(mongoTls),
      appName: 'svc-booking-export',
      maxPoolSize: 2,
      serverSelectionTimeoutMS: 5_000,
      autoIndex: false,
      autoCreate: false,
    })
    .asPromise();
  const session = await connection.startSession({ snapshot: true });
  const close = async (): Promise<void> => {
    await session.endSession();
    await connection.close();
  };
  try {
    // Named here too: a session for snapshots leaves the read concern of an address, such as majority, as it is.
    const db = connection.getClient().db(undefined, { readConcern: new mongoose.mongo.ReadConcern('snapshot') });
    const concert = await db
      .collection<{ _id: string; timeZone: string }>(concertsCollection.name)
      .findOne({ _id: 'current' }, { session });
    if (!concert) throw new Error('there is no concert: run the migrations');
    const bookings = db.collection<BookingDocument>(BOOKINGS_COLLECTION);
    const entries = db.collection<EntryDocument>(entriesCollection.name);
    const chosen: object = ids ? { _id: { $in: ids } } : {};
    const count = (await bookings.countDocuments(chosen, { session })) + (await entries.countDocuments(chosen, { session }));
    // All statuses and categories, named as the report names them, so that an index returns them in order.
    const ofBookings = bookings
      .find({ status: { $in: [...BOOKING_STATUSES] }, seating: { $in: [...SEATINGS] }, ...chosen }, { session, projection: ROW_OF_BOOKING })
      .sort({ createdAt: -1, _id: -1 })
      .batchSize(BATCH);
    const ofEntries = entries
      .find(
        { status: { $in: [...ENTRY_STATUSES] }, group: { $in: [...COMPLIMENTARY_CATEGORIES] }, ...chosen },
        { session, projection: ROW_OF_ENTRY },
      )
      .sort({ createdAt: -1, _id: -1 })
      .batchSize(BATCH);
    return { timeZone: concert.timeZone, count, rows: newestFirst(ofBookings, ofEntries), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* newestFirst(bookings: AsyncIterable<BookingDocument>, entries: AsyncIterable<EntryDocument>): AsyncGenerator<Row> {
  const waiting = entries[Symbol.asyncIterator]();
  let entry = await waiting.next();
  for await (const booking of bookings) {
    while (!entry.done && entry.value.createdAt > booking.createdAt) {
      yield rowOfEntry(entry.value);
      entry = await waiting.next();
    }
    yield rowOfBooking(booking);
  }
  for (; !entry.done; entry = await waiting.next()) yield rowOfEntry(entry.value);
}
