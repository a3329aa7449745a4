import { fullName } from '@concert/contracts/booking/full-name';
import type { BookingId, Id, TicketId } from '@concert/contracts/core/ids';
import { collectionOf, type Connection } from '@concert/service-kit/store/mongo';
import { anyWordStartsWith } from '@concert/service-kit/store/search-words';
import { entriesCollection, type EntryDocument } from '../complimentary/entry.schema.ts';
import type { BookingDocument } from '../bookings/booking.schema.ts';
import type { HolderId } from '../admissions/admission.ts';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';
import { WORDS_INDEX } from '../search-words/booking-words.ts';
import type { SearchedWord } from './name-search.ts';

/** Somebody who has tickets, with what they are found by at the door. */
export interface TicketHolder {
  readonly holder: HolderId;
  readonly name: string;
  readonly phone: string;
  /** Tickets by their numbers; those that were given back keep their places. */
  readonly ticketIds: readonly TicketId[];
}

const HAS_TICKETS = { 'ticketIds.0': { $exists: true } };
const isBooking = (holder: HolderId): holder is BookingId => holder.startsWith('bk_');
const isEntry = (holder: HolderId): holder is Id<'complimentary'> => !isBooking(holder);

/** Reads who has tickets from bookings and complimentary entries, for people at the door who lost theirs. Writes neither. */
export class MongoHolderNames {
  constructor(private readonly connection: Connection) {}

  /** Holders of tickets that admit, and nobody who was erased, who have all these words in what bookings are found by. At most so many of each kind. */
  async find(words: readonly SearchedWord[], most: number): Promise<TicketHolder[]> {
    const named = { $and: words.map(({ text, whole }) => ({ words: whole ? text : anyWordStartsWith(text) })), ...HAS_TICKETS };
    const [bookings, entries] = await Promise.all([
      this.bookings()
        .find(
          { ...named, status: 'paid', erasedAt: { $exists: false } },
          { projection: { firstname: 1, lastname: 1, phoneno: 1, ticketIds: 1 }, hint: WORDS_INDEX },
        )
        .limit(most)
        .toArray(),
      this.entries()
        .find({ ...named, status: { $ne: 'Revoked' } }, { projection: { name: 1, phoneno: 1, ticketIds: 1 }, hint: WORDS_INDEX })
        .limit(most)
        .toArray(),
    ]);
    return [
      ...bookings.map((booking) => ({
        holder: booking._id,
        name: fullName(booking),
        phone: booking.phoneno,
        ticketIds: booking.ticketIds,
      })),
      ...entries.map(({ _id, name, phoneno, ticketIds }) => ({ holder: _id, name, phone: phoneno, ticketIds })),
    ];
  }

  /** The tickets of these holders by their numbers, whatever became of them. */
  async ticketsOf(holders: readonly HolderId[]): Promise<Map<HolderId, TicketHolder['ticketIds']>> {
    if (holders.length === 0) return new Map();
    const projection = { ticketIds: 1 } as const;
    const [bookings, entries] = await Promise.all([
      this.bookings()
        .find({ _id: { $in: holders.filter(isBooking) } }, { projection })
        .toArray(),
      this.entries()
        .find({ _id: { $in: holders.filter(isEntry) } }, { projection })
        .toArray(),
    ]);
    return new Map([...bookings, ...entries].map(({ _id, ticketIds }) => [_id, ticketIds]));
  }

  private bookings() {
    return collectionOf<BookingDocument>(this.connection, BOOKINGS_COLLECTION);
  }

  private entries() {
    return collectionOf<EntryDocument>(this.connection, entriesCollection.name);
  }
}
