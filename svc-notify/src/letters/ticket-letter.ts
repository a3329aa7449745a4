import { isEmail } from '@concert/contracts/core/email';
import { LetterImpossibleError, LetterUnwantedError, type Letter, type LetterPicture, type WriteLetter } from './letter.ts';
import type { HttpTicketBookings } from './http-ticket-bookings.ts';
import type { TicketPass } from './ticket-bookings.ts';
import { qrCid, RINGS_CID } from './mail-page.ts';
import { oneLine } from './plain-words.ts';
import { revokedMail, ticketMail } from './ticket-mail.ts';

export type DrawQr = (text: string) => Uint8Array;

/** Writes ticket mails: asks for the booking, writes the text, draws the QR codes. `rings`: the picture of the header, as PNG */
export function ticketLetterWriter(bookings: Pick<HttpTicketBookings, 'booking'>, drawQr: DrawQr, rings: Uint8Array): WriteLetter {
  return async ({ wordsOf }) => {
    const booking = await bookings.booking(wordsOf);
    // The booking may have been refunded since the payment; its tickets are no longer valid.
    if (booking.status !== 'paid') throw new LetterUnwantedError('the booking is no longer paid');
    return letterWithTickets(booking, drawQr, rings);
  };
}

/** Writes the ticket mails of complimentary entries, in the same layout. */
export function complimentaryLetterWriter(bookings: Pick<HttpTicketBookings, 'entry'>, drawQr: DrawQr, rings: Uint8Array): WriteLetter {
  return async ({ wordsOf }) => {
    const entry = await bookings.entry(wordsOf);
    if (entry.status === 'Revoked') throw new LetterUnwantedError('the entry was revoked');
    return letterWithTickets(entry, drawQr, rings);
  };
}

/** Writes to guests whose complimentary entry was revoked. */
export function revokedLetterWriter(bookings: Pick<HttpTicketBookings, 'entry'>, rings: Uint8Array, publicOrigin: string): WriteLetter {
  return async ({ wordsOf }) => {
    const entry = await bookings.entry(wordsOf);
    if (entry.status !== 'Revoked') throw new LetterUnwantedError('the entry was not revoked');
    if (!isEmail(entry.email)) throw new LetterImpossibleError('the address of the guest is not one');
    return {
      to: { email: entry.email, name: oneLine(entry.name, 120) },
      fromName: oneLine(entry.concert.title, 120),
      replyTo: entry.concert.supportEmail,
      ...revokedMail(entry, `${publicOrigin}/concert-details`),
      pictures: [{ contentId: RINGS_CID, filename: 'rings.png', png: rings }],
    };
  };
}

function letterWithTickets(pass: TicketPass & { readonly email: string }, drawQr: DrawQr, rings: Uint8Array): Letter {
  if (pass.tickets.length === 0) throw new LetterUnwantedError('there are no tickets');
  if (!isEmail(pass.email)) throw new LetterImpossibleError('the address of the tickets is not one');
  return {
    to: { email: pass.email, name: oneLine(pass.name, 120) },
    fromName: oneLine(pass.concert.title, 120),
    replyTo: pass.concert.supportEmail,
    ...ticketMail(pass),
    pictures: [{ contentId: RINGS_CID, filename: 'rings.png', png: rings }, ...qrPicturesOf(pass, drawQr)],
  };
}

/** The codes of the tickets, which a mail shows beside their link. @param at which booking of the mail they belong to, from 0 */
export function qrPicturesOf({ tickets, ticketUrl }: TicketPass, drawQr: DrawQr, at = 0): LetterPicture[] {
  if (!/^https?:\/\//.test(ticketUrl)) throw new LetterImpossibleError('the link of the tickets is not one');
  return tickets.map(({ number, code }) => {
    const contentId = qrCid(number, at);
    return { contentId, filename: `${contentId}.png`, png: drawQr(code) };
  });
}
