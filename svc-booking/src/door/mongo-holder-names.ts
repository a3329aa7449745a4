import { fullName } from '@concert/contracts/booking/full-name';
import type { BookingId, Id, TicketId } from '@concert/contracts/core/ids';
import { collectionOf, type Connection } from '@concert/service-kit/store/mongo';
import { entriesCollection, type EntryDocument } from '../complimentary/entry.schema.ts';
import type { BookingDocument } from '../bookings/booking.schema.ts';
import type { HolderId } from '../admissions/admission.ts';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';

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

  /** Holders of tickets that admit, and nobody who was erased: a hall has some hundreds. */
  async all(): Promise<TicketHolder[]> {
    const [bookings, entries] = await Promise.all([
      this.bookings()
        .find(
          { ...HAS_TICKETS, status: 'paid', erasedAt: { $exists: false } },
          { projection: { firstname: 1, lastname: 1, phoneno: 1, ticketIds: 1 } },
        )
        .toArray(),
      this.entries()
        .find({ ...HAS_TICKETS, status: { $ne: 'Revoked' } }, { projection: { name: 1, phoneno: 1, ticketIds: 1 } })
        .sort({ _id: 1 })
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
