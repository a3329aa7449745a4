import { ticketsInWords } from '@concert/contracts/booking/counts-in-words';
import type { OwnBooking } from '@concert/contracts/booking/audience';
import type { BookingStatus } from '@concert/contracts/booking/states';
import type { MessagePurpose } from '@concert/contracts/notify/message-runs';
import { HOUR_MS } from '@concert/contracts/core/durations';
import type { MessageRun } from '../messages/message-run.ts';

const ENDED_UNPAID: ReadonlySet<BookingStatus> = new Set(['failed', 'expired', 'cancelled']);
/** So long before a run an unpaid end still belongs to it: a page that is being paid is closed minutes after a stop, a stop undone ten minutes after it. */
const RECENT_MS = 2 * HOUR_MS;

/** Reservations without money that ended shortly before a moment, or after it. */
export function endedUnpaid(bookings: readonly OwnBooking[], at: Date): OwnBooking[] {
  return bookings.filter(({ status, since }) => ENDED_UNPAID.has(status) && Date.parse(since) > at.getTime() - RECENT_MS);
}

const inState = (bookings: readonly OwnBooking[], state: BookingStatus) => bookings.filter(({ status }) => status === state);

/** 'bk_1 (VIP Seating, 2 tickets) and bk_2 (…)' */
export function bookingNames(bookings: readonly OwnBooking[]): string {
  const names = bookings.map(({ id, seating, tickets }) => `${id} (${seating}, ${ticketsInWords(tickets)})`);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** What a message of a run says of further bookings of its reader, so that the one mail is true of everything they have. */
export function ofOtherBookings(
  { purpose, takesBack, createdAt }: Pick<MessageRun, 'takesBack' | 'createdAt'> & { readonly purpose: MessagePurpose },
  bookings: readonly OwnBooking[],
): string[] {
  const [ended, pending] = [endedUnpaid(bookings, createdAt), inState(bookings, 'pending')];
  if (takesBack) return afterAll(inState(bookings, 'paid'), ended, pending);
  if (purpose === 'cancellation') return endedBeside([...ended, ...pending]);
  if (purpose !== 'new-date' || pending.length === 0 || bookings.length === pending.length) return [];
  return [
    `You have also reserved ${bookingNames(pending)} and not paid yet. If you pay, those tickets are valid for the new date, too; otherwise the reservation ends automatically.`,
  ];
}

/** That reservations ended with the stop, beside what the reader is told. */
export function endedBeside(ended: readonly OwnBooking[]): string[] {
  if (ended.length === 0) return [];
  return [
    `${ended.length === 1 ? 'This reservation was not paid and has' : 'These reservations were not paid and have'} ended, too: ${bookingNames(ended)}. You owe nothing for ${ended.length === 1 ? 'it' : 'them'}; if your bank shows a payment all the same, it is refunded automatically.`,
  ];
}

function afterAll(valid: readonly OwnBooking[], ended: readonly OwnBooking[], pending: readonly OwnBooking[]): string[] {
  if (valid.length < 2 && ended.length === 0 && pending.length === 0) return [];
  return [
    ...(valid.length > 0 ? [`Valid as before: ${bookingNames(valid)}.`] : []),
    ...(ended.length > 0 ? [`Ended without a payment: ${bookingNames(ended)}. You owe nothing, and can reserve seats again.`] : []),
    ...(pending.length > 0 ? [`Not paid yet: ${bookingNames(pending)}. "My bookings" says whether you can still pay.`] : []),
  ];
}
