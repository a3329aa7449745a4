import type { Migration } from '@concert/service-kit/migrations';
import { findableBy, toBooking } from '../bookings/mongo-bookings.repository.ts';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';
import { findableText } from '../search-words/booking-words.ts';
import { entriesCollection, type EntryDocument } from '../complimentary/entry.schema.ts';
import type { BookingDocument } from '../bookings/booking.schema.ts';

const BATCH = 500;
const WITHOUT_TEXT = { text: { $exists: false } };

/** Adds the text in which parts of words are searched to bookings and complimentary entries. */
export const searchText: Migration = {
  id: '0005-search-text',
  estimate: async (db) =>
    `${await db.collection(BOOKINGS_COLLECTION).countDocuments(WITHOUT_TEXT)} bookings get the text they are searched by, about a second for each 3,000`,
  up: async (db) => {
    const bookings = db.collection<BookingDocument>(BOOKINGS_COLLECTION);
    await inBatches(
      bookings.find(WITHOUT_TEXT),
      (document) => update(document._id, findableBy(toBooking(document)).text),
      (writes) => bookings.bulkWrite(writes, { ordered: false }),
    );
    const entries = db.collection<EntryDocument>(entriesCollection.name);
    await inBatches(
      entries.find(WITHOUT_TEXT),
      (document) => update(document._id, findableText({ ...document, id: document._id })),
      (writes) => entries.bulkWrite(writes, { ordered: false }),
    );
  },
};

function update<Id>(_id: Id, text: string) {
  return { updateOne: { filter: { _id }, update: { $set: { text } } } };
}

async function inBatches<D, W>(
  documents: AsyncIterable<D>,
  writeOf: (document: D) => W,
  store: (writes: W[]) => Promise<unknown>,
): Promise<void> {
  let writes: W[] = [];
  for await (const document of documents) {
    writes.push(writeOf(document));
    if (writes.length < BATCH) continue;
    await store(writes);
    writes = [];
  }
  if (writes.length > 0) await store(writes);
}
