import { createHash } from 'node:crypto';
import { fullName } from '@concert/contracts/booking/full-name';
import type { BookingId } from '@concert/contracts/core/ids';
import { money } from '@concert/contracts/core/money';
import { DISPUTED, findableWords, RENEWED } from '../search-words/booking-words.ts';
import { allTickets } from '../tickets/renewal.ts';
import type { bookingsCollection, BookingDocument, ChainedEntry } from './booking.schema.ts';
import { chargedFor, isDisputed, type Booking, type HistoryEntry } from './booking.ts';
import { isForgotten } from './unproven-hold.ts';

/** A hold that has ended and whose seats the stock still counts as held. */
export interface EndedHold {
  readonly bookingId: BookingId;
  readonly tickets: number;
  /** Set where one of them is for an accessible seat: how many are for companions. */
  readonly companions?: number;
  /** The booking's version. */
  readonly version: number;
}

/** Hash of a history entry, chained to the hash before it. */
export function chainHash(previous: string, bookingId: BookingId, entry: HistoryEntry): string {
  return createHash('sha256')
    .update(JSON.stringify([previous, bookingId, entry.from, entry.to, entry.at.toISOString(), entry.actor, entry.cause]))
    .digest('base64url');
}

function chained(id: BookingId, history: readonly HistoryEntry[]): ChainedEntry[] {
  let previous = '';
  return history.map(({ from, to, at, actor, cause }) => {
    previous = chainHash(previous, id, { from, to, at, actor, cause });
    return { from, to, at, actor, cause, hash: previous };
  });
}

export function toDocument(booking: Booking): BookingDocument {
  const { id, tickets, price, chargedOtherwise: _told, history, keptUntil, ...rest } = booking;
  return {
    _id: id,
    ...rest,
    ...(keptUntil ? { keptUntil } : {}),
    notickets: tickets,
    amount: price.amountMinor,
    currency: price.currency,
    history: chained(id, history),
    charged: chargedFor(booking).amountMinor,
    words: wordsOf(booking),
  };
}

/** Words by which a booking is found. */
function wordsOf(booking: Booking): string[] {
  const { id, email, phoneno, linkGeneration } = booking;
  const marks = [...(isDisputed(booking) ? [DISPUTED] : []), ...(linkGeneration ? [RENEWED] : [])];
  return findableWords({ id, name: fullName(booking), email, phoneno, ticketIds: allTickets(booking), marks });
}

export function toBooking(document: BookingDocument): Booking {
  const { _id, notickets, amount, currency, charged = 0, history, words: _words, ...rest } = document;
  return {
    id: _id,
    ...rest,
    keptUntil: rest.keptUntil ?? null,
    tickets: notickets,
    price: { amountMinor: amount, currency },
    ...(charged > 0 && charged !== amount ? { chargedOtherwise: money(charged) } : {}),
    history: history.map(({ from, to, at, actor, cause }) => ({ from, to, at, actor: actor, cause })),
  };
}

export type BookingUpdate = Parameters<ReturnType<typeof bookingsCollection.driver>['bulkWrite']>[0][number];

export function replacementOf({ id, version }: Booking, after: Booking): BookingUpdate {
  if (isForgotten(after)) return { deleteOne: { filter: { _id: id, version } } };
  return { replaceOne: { filter: { _id: id, version }, replacement: toDocument(after) } };
}

export function endedHold({
  _id,
  notickets,
  access,
  version,
}: Pick<BookingDocument, '_id' | 'notickets' | 'access' | 'version'>): EndedHold {
  return { bookingId: _id, tickets: notickets, ...(access ? { companions: access.companions } : {}), version };
}

export function clearedHold({ bookingId, version }: EndedHold): BookingUpdate {
  return { updateOne: { filter: { _id: bookingId, version }, update: { $unset: { keptUntil: '' }, $inc: { version: 1 } } } };
}
