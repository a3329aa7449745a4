import { fullName } from '@concert/contracts/booking/full-name';
import { STATUSES_WITH_MONEY, type AudiencePerson, type OwnBooking } from '@concert/contracts/booking/audience';
import type { ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import type { ReaderKind } from '@concert/contracts/booking/reader-messages';
import type { BookingStatus } from '@concert/contracts/booking/states';
import type { Booking } from '../bookings/booking.ts';
import { ticketsLeft } from '../tickets/renewal.ts';
import type { Entry } from '../complimentary/entry.ts';
import type { Waiting } from '../waiting/waiting.ts';

const WITH_MONEY: ReadonlySet<BookingStatus> = new Set(STATUSES_WITH_MONEY);

const GUESTS: Readonly<Record<ComplimentaryCategory, ReaderKind>> = { h: 'family guest', v: 'VIP guest', f: 'friends guest' };

/** The buyer of a booking, as somebody who is written to. */
export function buyerOf(booking: Booking): AudiencePerson {
  const { id, status, email, phoneno, dispute } = booking;
  const reader = WITH_MONEY.has(status) ? 'buyer' : 'buyer without money';
  return {
    of: id,
    reader,
    name: fullName(booking),
    email,
    phone: phoneno,
    ...(dispute?.state === 'open' ? { disputed: true } : {}),
  };
}

/** A booking as its buyer is told of it beside others. */
export function ownBookingOf(booking: Booking): OwnBooking {
  const { id, seating, status, createdAt, history } = booking;
  const left = ticketsLeft(booking).length;
  // A booking that was never paid has no tickets yet.
  return { id, seating, tickets: left || booking.tickets, status, since: (history.at(-1)?.at ?? createdAt).toISOString() };
}

/** The guest of a complimentary entry, as somebody who is written to. */
export function guestOf({ id, group, name, email, phoneno }: Entry): AudiencePerson {
  return { of: id, reader: GUESTS[group], name, email, phone: phoneno };
}

/** Who waits for the next date, as somebody who is written to. */
export function listedOf({ id, name, email }: Waiting): AudiencePerson {
  return { of: id, reader: 'next date', name, email, phone: '' };
}
