import { createHash } from 'node:crypto';
import { GROUP_NAMES } from '@concert/contracts/booking/complimentary';
import { fullName } from '@concert/contracts/booking/full-name';
import type { BookingStatus } from '@concert/contracts/booking/states';
import type { BookingId, Id, TicketId } from '@concert/contracts/core/ids';
import { collectionOf, type Connection } from '@concert/service-kit/store/mongo';
import { seatOfTicket } from '../bookings/access.ts';
import { BOOKINGS_COLLECTION } from '../seats/bookings-collection.ts';
import type { DoorTicket, HolderId } from '../admissions/admission.ts';
import type { BookingDocument } from '../bookings/booking.schema.ts';
import { entriesCollection, type EntryDocument } from '../complimentary/entry.schema.ts';
import { idWithoutPrefix, WORDS_INDEX } from '../search-words/booking-words.ts';
import { returnedNumbers, type PartlyReturned, type TicketHolding } from '../tickets/renewal.ts';

/** Somebody who has tickets, with what they are found by at the door. */
export interface TicketHolder {
  readonly holder: HolderId;
  readonly name: string;
  readonly phone: string;
  /** Tickets by their numbers; those that were given back keep their places. */
  readonly ticketIds: readonly TicketId[];
}

/** All tickets there are, or were. */
export interface TicketsOverview {
  readonly tickets: readonly DoorTicket[];
  /** Number of tickets that admit now. */
  readonly valid: number;
  /** A fingerprint that changes whenever a ticket becomes valid or invalid. */
  readonly mark: string;
}

type BookingRow = Omit<BookingDocument, 'returns'> & PartlyReturned;
const isBooking = (holder: HolderId): holder is BookingId => holder.startsWith('bk_');
const isEntry = (holder: HolderId): holder is Id<'complimentary'> => !isBooking(holder);

const BOOKING_FIELDS = {
  ticketIds: 1,
  replacedTickets: 1,
  'returns.tickets': 1,
  taken: 1,
  seating: 1,
  status: 1,
  dispute: 1,
  access: 1,
  'needs.kinds': 1,
} as const;
const ENTRY_FIELDS = { ticketIds: 1, replacedTickets: 1, taken: 1, group: 1, status: 1 } as const;
/** A ticket that is valid, or was until it was replaced. */
const oneOf = (ticketIds: readonly TicketId[]) => [{ ticketIds: { $in: ticketIds } }, { 'replacedTickets.ticketId': { $in: ticketIds } }];
const HAS_TICKETS = { 'ticketIds.0': { $exists: true } };
const RETURNED: readonly BookingStatus[] = ['refund_requested', 'refunded', 'refund_failed', 'late_paid', 'charged_back'];

/* A lost dispute counts as a refund. While the dispute is open, the ticket admits. */
function ticketsOfBooking(row: BookingRow): DoorTicket[] {
  const { seating, status, dispute, needs } = row;
  const refusal: DoorTicket['refusal'] =
    dispute?.state === 'lost' || RETURNED.includes(status) ? 'refunded' : status === 'paid' ? undefined : 'not_paid';
  const returned = returnedNumbers(row);
  const more = {
    ...(refusal && { refusal }),
    ...(dispute?.state === 'open' ? { disputed: true as const } : {}),
    ...(needs && needs.kinds.length > 0 ? { needs: needs.kinds } : {}),
  };
  return ticketsOf(row._id, row, seating, (number) => {
    const seat = seatOfTicket(row, number);
    return { ...more, ...(seat && { seat }), ...(returned.has(number) ? { refusal: 'refunded' as const } : {}) };
  });
}

function ticketsOfEntry({ _id, group, status, ...row }: EntryDocument): DoorTicket[] {
  const returned = returnedNumbers(row);
  return ticketsOf(_id, row, GROUP_NAMES[group], (number) => (status === 'Revoked' || returned.has(number) ? { refusal: 'revoked' } : {}));
}

function ticketsOf(
  holder: HolderId,
  { ticketIds, replacedTickets = [] }: TicketHolding,
  seating: string,
  more: (number: number) => Pick<DoorTicket, 'refusal' | 'disputed' | 'needs' | 'seat'>,
): DoorTicket[] {
  const of = ticketIds.length;
  return [
    ...ticketIds.map((ticketId, index) => ({ ticketId, holder, seating, number: index + 1, of, ...more(index + 1) })),
    ...replacedTickets.map(({ ticketId, number }) => ({ ticketId, holder, seating, number, of, refusal: 'replaced' as const })),
  ];
}

/** Reads tickets and their holders for the door, from bookings and complimentary entries. Writes neither. */
export class MongoDoorTickets {
  constructor(private readonly connection: Connection) {}

  /** Those of these tickets that exist. */
  async byIds(ticketIds: readonly TicketId[]): Promise<Map<TicketId, DoorTicket>> {
    if (ticketIds.length === 0) return new Map();
    const tickets = new Map<TicketId, DoorTicket>();
    const asked = new Set(ticketIds);
    const keep = (found: readonly DoorTicket[]): void => {
      for (const ticket of found) if (asked.has(ticket.ticketId)) tickets.set(ticket.ticketId, ticket);
    };
    keep(
      (
        await this.bookings()
          // By the words that bookings are found by: they are indexed, and contain each ticket.
          .find(
            { words: { $in: ticketIds.map(idWithoutPrefix) }, $or: oneOf([...asked]) },
            { projection: BOOKING_FIELDS, hint: WORDS_INDEX },
          )
          .toArray()
      ).flatMap(ticketsOfBooking),
    );
    const others = [...asked].filter((ticketId) => !tickets.has(ticketId));
    if (others.length > 0)
      keep(
        (
          await this.entries()
            .find({ $or: oneOf(others) }, { projection: ENTRY_FIELDS })
            .toArray()
        ).flatMap(ticketsOfEntry),
      );
    return tickets;
  }

  /** The status of a booking, for somebody who shows the booking's link instead of a ticket. */
  async statusOf(bookingId: BookingId): Promise<BookingStatus | undefined> {
    return (await this.bookings().findOne({ _id: bookingId }, { projection: { status: 1 } }))?.status;
  }

  /** Reads all tickets: a hall has some hundreds. */
  async overview(): Promise<TicketsOverview> {
    const [bookings, entries] = await Promise.all([
      this.bookings().find(HAS_TICKETS, { projection: BOOKING_FIELDS }).sort({ _id: 1 }).toArray(),
      this.entries().find(HAS_TICKETS, { projection: ENTRY_FIELDS }).sort({ _id: 1 }).toArray(),
    ]);
    const tickets = [...bookings.flatMap(ticketsOfBooking), ...entries.flatMap(ticketsOfEntry)];
    return {
      tickets,
      valid: tickets.filter(({ refusal }) => refusal === undefined).length,
      mark: createHash('sha256').update(JSON.stringify(tickets)).digest('base64url').slice(0, 22),
    };
  }

  /** Holders of tickets that admit, and nobody who was erased: a hall has some hundreds. */
  async holders(): Promise<TicketHolder[]> {
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
    return [...bookings.map((booking) => ({ ...booking, name: fullName(booking) })), ...entries].map(
      ({ _id: holder, name, phoneno: phone, ticketIds }) => ({ holder, name, phone, ticketIds }),
    );
  }

  /** The tickets of these holders by their numbers, whatever became of them. */
  async ofHolders(holders: readonly HolderId[]): Promise<Map<HolderId, TicketHolder['ticketIds']>> {
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
    return collectionOf<BookingRow>(this.connection, BOOKINGS_COLLECTION);
  }

  private entries() {
    return collectionOf<EntryDocument>(this.connection, entriesCollection.name);
  }
}
