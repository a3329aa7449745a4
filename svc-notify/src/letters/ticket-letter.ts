import {
  LetterImpossibleError,
  LetterUnwantedError,
  toHolder,
  type LetterPicture,
  type WriteLetter,
  type WrittenLetter,
} from './letter.ts';
import type { HttpTicketBookings } from './http-ticket-bookings.ts';
import type { TicketPass } from './ticket-bookings.ts';
import { qrCid } from './mail-page.ts';
import { revokedMail, ticketMail } from './ticket-mail.ts';

export type DrawQr = (text: string) => Uint8Array;

/** Writes ticket mails: asks for the booking, writes the text, draws the QR codes. */
export function ticketLetterWriter(bookings: Pick<HttpTicketBookings, 'booking'>, drawQr: DrawQr): WriteLetter {
  return async ({ wordsOf }) => {
    const booking = await bookings.booking(wordsOf);
    // The booking may have been refunded since the payment; its tickets are no longer valid.
    if (booking.status !== 'paid') throw new LetterUnwantedError('the booking is no longer paid');
    return letterWithTickets(booking, drawQr);
  };
}

/** Writes the ticket mails of complimentary entries, in the same layout. */
export function complimentaryLetterWriter(bookings: Pick<HttpTicketBookings, 'entry'>, drawQr: DrawQr): WriteLetter {
  return async ({ wordsOf }) => {
    const entry = await bookings.entry(wordsOf);
    if (entry.status === 'Revoked') throw new LetterUnwantedError('the entry was revoked');
    return letterWithTickets(entry, drawQr);
  };
}

/** Writes to guests whose complimentary entry was revoked. */
export function revokedLetterWriter(bookings: Pick<HttpTicketBookings, 'entry'>, publicOrigin: string): WriteLetter {
  return async ({ wordsOf }) => {
    const entry = await bookings.entry(wordsOf);
    if (entry.status !== 'Revoked') throw new LetterUnwantedError('the entry was not revoked');
    return toHolder(entry, revokedMail(entry, `${publicOrigin}/concert-details`));
  };
}

function letterWithTickets(pass: TicketPass & { readonly email: string }, drawQr: DrawQr): WrittenLetter {
  if (pass.tickets.length === 0) throw new LetterUnwantedError('there are no tickets');
  return { ...toHolder(pass, ticketMail(pass)), pictures: qrPicturesOf(pass, drawQr) };
}

/** The codes of the tickets, which a mail shows beside their link. @param at which booking of the mail they belong to, from 0 */
export function qrPicturesOf({ tickets, ticketUrl }: TicketPass, drawQr: DrawQr, at = 0): LetterPicture[] {
  if (!/^https?:\/\//.test(ticketUrl)) throw new LetterImpossibleError('the link of the tickets is not one');
  return tickets.map(({ number, code }) => {
    const contentId = qrCid(number, at);
    return { contentId, filename: `${contentId}.png`, png: drawQr(code) };
  });
}
