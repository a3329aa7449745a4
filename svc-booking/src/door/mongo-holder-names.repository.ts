import type { BookingId, Id } from '@concert/contracts/core/ids';
import { collectionOf, type Connection } from '@concert/service-kit/mongo';
import { entriesCollection, type EntryDocument } from '../complimentary/entry.schema.ts';
import type { BookingDocument } from '../bookings/booking.schema.ts';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';
import type { HolderId, HolderNamesRepository, TicketHolder } from './holder-names.repository.ts';

const HAS_TICKETS = { 'ticketIds.0': { $exists: true } };
const isBooking = (holder: HolderId): holder is BookingId => holder.startsWith('bk_');
const isEntry = (holder: HolderId): holder is Id<'complimentary'> => !isBooking(holder);

/** Reads bookings and complimentary entries; writes neither. */
export class MongoHolderNamesRepository implements HolderNamesRepository {
  constructor(private readonly connection: Connection) {}

  async page(after: string | undefined, most: number): Promise<{ holders: TicketHolder[]; next?: string }> {
    const [room, last = ''] = after === undefined ? ['b'] : [after.slice(0, 1), after.slice(1)];
    if (room === 'b') {
      const rows = await this.bookings()
        .find(
          { _id: { $gt: last as BookingId }, status: 'paid', erasedAt: { $exists: false }, ...HAS_TICKETS },
          { projection: { firstname: 1, lastname: 1, phoneno: 1, ticketIds: 1 } },
        )
        .sort({ _id: 1 })
        .limit(most)
        .toArray();
      const holders = rows.map(({ _id, firstname, lastname, phoneno, ticketIds }) => ({
        holder: _id,
        name: `${firstname} ${lastname}`.trim(),
        phone: phoneno,
        ticketIds,
      }));
      return { holders, next: rows.length === most ? `b${rows.at(-1)!._id}` : 'e' };
    }
    const rows = await this.entries()
      .find(
        { _id: { $gt: last as Id<'complimentary'> }, status: { $ne: 'Revoked' }, ...HAS_TICKETS },
        { projection: { name: 1, phoneno: 1, ticketIds: 1 } },
      )
      .sort({ _id: 1 })
      .limit(most)
      .toArray();
    const holders = rows.map(({ _id, name, phoneno, ticketIds }) => ({ holder: _id, name, phone: phoneno, ticketIds }));
    return { holders, ...(rows.length === most ? { next: `e${rows.at(-1)!._id}` } : {}) };
  }

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
