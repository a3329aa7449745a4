import { isEmail } from '@concert/contracts/core/fields';
import { LetterImpossibleError, type WriteLetter } from '../mails/letter.ts';
import type { TicketBookings } from '../mails/ticket-bookings.ts';
import { oneLine } from './plain-words.ts';
import { qrCid, RINGS_CID, ticketMail } from './ticket-mail.ts';

/**
 * Writes ticket mails: asks for the booking, words it, draws its codes.
 * @param rings the picture of the header, as PNG
 */
export function ticketLetterWriter(bookings: TicketBookings, drawQr: (text: string) => Uint8Array, rings: Uint8Array): WriteLetter {
  return async (bookingId) => {
    const booking = await bookings.show(bookingId);
    // Between the payment and this moment the booking may have gone back: its tickets would open no door.
    if (booking.status !== 'paid') throw new LetterImpossibleError('the booking is no longer paid');
    if (booking.tickets.length === 0) throw new LetterImpossibleError('the booking has no tickets');
    if (!isEmail(booking.email)) throw new LetterImpossibleError('the address of the booking is not one');
    if (!/^https?:\/\//.test(booking.ticketUrl)) throw new LetterImpossibleError('the link of the booking is not one');
    const words = ticketMail(booking);
    const codes = booking.tickets.map(({ number, code }) => ({ contentId: qrCid(number), filename: `ticket-${number}.png`, png: drawQr(code) }));
    return {
      to: { email: booking.email, name: oneLine(booking.name, 120) },
      fromName: oneLine(booking.concert.title, 120),
      replyTo: booking.concert.supportEmail,
      ...words,
      pictures: [{ contentId: RINGS_CID, filename: 'rings.png', png: rings }, ...codes],
    };
  };
}
