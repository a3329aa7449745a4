import { SPECIAL_SEAT_WORDS } from '@concert/contracts/booking/access';
import { concertDate } from '@concert/contracts/booking/concert-date';
import { eveningFacts, type EveningFact } from '@concert/contracts/booking/evening-facts';
import { spokenCode } from '@concert/contracts/booking/ticket-code';
import { formatTotal } from '@concert/contracts/core/money';
import { weekdayInWords } from '@concert/contracts/core/time-in-words';
import {
  LetterImpossibleError,
  LetterUnwantedError,
  toHolder,
  type LetterPicture,
  type WriteLetter,
  type WrittenLetter,
} from './letter.ts';
import type { HttpLetterContents, TicketPass } from './http-letter-contents.ts';
import { qrCid, concertMail, type MailContent, type TicketOfMail } from './mail-page.ts';
import { oneLine, receiptLink } from './plain-words.ts';

type DrawQr = (text: string) => Uint8Array;

/** Writes ticket mails: asks for the booking, writes the text, draws the QR codes. */
export function ticketLetterWriter(contents: Pick<HttpLetterContents, 'booking'>, drawQr: DrawQr): WriteLetter {
  return async ({ wordsOf }) => {
    const booking = await contents.booking(wordsOf);
    // The booking may have been refunded since the payment; its tickets are no longer valid.
    if (booking.status !== 'paid') throw new LetterUnwantedError('the booking is no longer paid');
    return letterWithTickets(booking, drawQr);
  };
}

/** Writes the ticket mails of complimentary entries, in the same layout. */
export function complimentaryLetterWriter(contents: Pick<HttpLetterContents, 'entry'>, drawQr: DrawQr): WriteLetter {
  return async ({ wordsOf }) => {
    const entry = await contents.entry(wordsOf);
    if (entry.status === 'Revoked') throw new LetterUnwantedError('the entry was revoked');
    return letterWithTickets(entry, drawQr);
  };
}

/** Writes to guests whose complimentary entry was revoked. */
export function revokedLetterWriter(contents: Pick<HttpLetterContents, 'entry'>, publicOrigin: string): WriteLetter {
  return async ({ wordsOf }) => {
    const entry = await contents.entry(wordsOf);
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

/** Tells a guest that a complimentary entry was revoked, and whom to ask. */
function revokedMail(entry: Omit<TicketPass, 'amount'>, detailsUrl: string): MailContent {
  const { concert } = entry;
  const title = oneLine(concert.title, 120);
  const when = concertDate(concert);
  return concertMail(concert, {
    heading: 'Your invitation was withdrawn',
    lede: when,
    preview: 'The free tickets we sent you no longer work.',
    paragraphs: [
      `Dear ${oneLine(entry.name, 120)}, the organisers have withdrawn your invitation. The free tickets they gave you no longer work; please do not come with them.`,
      'Nothing was paid for them, and you do not have to do anything. If you think this is a mistake, please reply to this email.',
    ],
    rows: [
      ['Concert', title],
      ['When', when],
      ['Guests', oneLine(entry.seating)],
      ['Entry id', entry.reference],
    ],
    button: { label: 'See the concert', url: detailsUrl },
  });
}

/** What of the evening stands in the mail; the page behind its link tells the rest. */
const TOLD: readonly EveningFact[] = ['when', 'doors', 'where'];

/** Writes the ticket mail of a paid booking or a complimentary entry. */
export function ticketMail(pass: TicketPass): MailContent {
  const { concert, tickets } = pass;
  const name = oneLine(pass.name, 120);
  const when = concertDate(concert);
  const count = tickets.length;
  const admits = count === 1 ? 'Your ticket admits one person.' : `Each of the ${count} tickets admits one person.`;
  const paid = pass.amount !== undefined;
  return concertMail(concert, {
    subject: concert.dateToFollow ? 'Your tickets' : `Your tickets for ${weekdayInWords(concert.startsAt, concert.timeZone)}`,
    heading: 'Your tickets',
    lede: when,
    preview: `${when}. ${admits}`,
    paragraphs: [
      paid
        ? `Thank you, ${name}. Your seats are booked and paid.`
        : `Dear ${name}, you are invited: ${count === 1 ? 'this ticket is' : 'these tickets are'} a gift from the organisers, and there is nothing to pay.`,
    ],
    rows: [
      ...eveningFacts(concert).flatMap(({ fact, term, value }) => (TOLD.includes(fact) ? [[term, oneLine(value, 400)] as const] : [])),
      [paid ? 'Seating' : 'Guests', oneLine(pass.seating)],
      ...(pass.amount ? [['Amount', formatTotal(pass.amount.amountMinor)] as const] : []),
      ...(pass.giftMinor ? [['Gift to the welfare work', formatTotal(pass.giftMinor)] as const] : []),
      [paid ? 'Booking id' : 'Entry id', pass.reference],
    ],
    strongRow: 'Amount',
    button: { label: 'Open your tickets', url: pass.ticketUrl },
    moreLinks: [...(concert.notes.mapUrl ? [{ label: 'Open the map', url: concert.notes.mapUrl }] : []), ...receiptLink(pass)],
    notes: [
      `${admits} Show its code at the door, on your phone or printed; the characters below the code work, too.`,
      'Anyone with this email has your tickets: please do not share it publicly.',
      ...(tickets.some(({ seat }) => seat === 'companion') ? ['A companion’s ticket ends with the ticket of the accessible seat.'] : []),
    ],
    tickets: ticketsOfMail(pass),
  });
}

/** The tickets of a mail. @param at which booking of the mail they belong to, from 0; `named`: it has several, so each says which */
export function ticketsOfMail({ tickets, seating }: TicketPass, at = 0, named = false): TicketOfMail[] {
  const of = Math.max(tickets.length, ...tickets.map(({ number }) => number));
  return tickets.map(({ number, code, seat }) => {
    const words = [...(named ? [oneLine(seating)] : []), ...(seat ? [SPECIAL_SEAT_WORDS[seat]] : [])].join(', ');
    return { contentId: qrCid(number, at), number, of, spoken: spokenCode(code) ?? '', ...(words ? { seat: words } : {}) };
  });
}
