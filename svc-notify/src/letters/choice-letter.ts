import { choiceMail, returningMail } from './choice-mail.ts';
import { LetterUnwantedError, toHolder, type WriteLetter } from './letter.ts';
import type { HttpTicketBookings } from './http-ticket-bookings.ts';
import { returningTold } from '../mails/mail.ts';

/** Writes the mails about changed choices, from what is chosen at the moment of sending. */
export function choiceLetterWriter(bookings: Pick<HttpTicketBookings, 'choice'>): WriteLetter {
  return async ({ wordsOf }) => {
    const shown = await bookings.choice(wordsOf);
    // What was carried out meanwhile can no longer be changed, and has a mail of its own.
    if (shown.state !== 'open') throw new LetterUnwantedError('the choice was carried out');
    return toHolder(shown, choiceMail(shown));
  };
}

/** Writes the mails about tickets that are given back once someone takes the seats. */
export function returningLetterWriter(bookings: Pick<HttpTicketBookings, 'booking'>, publicOrigin: string): WriteLetter {
  return async ({ wordsOf }) => {
    const { bookingId, tickets } = returningTold.read(wordsOf);
    const booking = await bookings.booking(bookingId);
    const isValid = (number: number) => booking.tickets.some((ticket) => ticket.number === number);
    // The mail about the refund says that someone took the seats meanwhile.
    if (booking.status !== 'paid' || !(tickets ?? []).every(isValid)) throw new LetterUnwantedError('the tickets were taken');
    return toHolder(booking, returningMail(booking, tickets, `${publicOrigin}/bookings`));
  };
}
