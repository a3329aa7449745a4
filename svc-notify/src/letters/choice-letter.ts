import type { ChoiceMail } from '@concert/contracts/booking/choices';
import { ticketsInWords } from '@concert/contracts/booking/counts-in-words';
import { momentInWords } from '@concert/contracts/core/time-in-words';
import { LetterUnwantedError, toHolder, type WriteLetter } from './letter.ts';
import type { HttpLetterContents, TicketBooking } from './http-letter-contents.ts';
import { returningTold } from '../mails/mail.ts';
import { concertMail, type MailContent } from './mail-page.ts';
import { oneLine } from './plain-words.ts';

/** Writes the mails about changed choices, from what is chosen at the moment of sending. */
export function choiceLetterWriter(contents: Pick<HttpLetterContents, 'choice'>): WriteLetter {
  return async ({ wordsOf }) => {
    const shown = await contents.choice(wordsOf);
    // What was carried out meanwhile can no longer be changed, and has a mail of its own.
    if (shown.state !== 'open') throw new LetterUnwantedError('the choice was carried out');
    return toHolder(shown, choiceMail(shown));
  };
}

/** Writes the mails about tickets that are given back once someone takes the seats. */
export function returningLetterWriter(contents: Pick<HttpLetterContents, 'booking'>, publicOrigin: string): WriteLetter {
  return async ({ wordsOf }) => {
    const { bookingId, tickets } = returningTold.read(wordsOf);
    const booking = await contents.booking(bookingId);
    const isValid = (number: number) => booking.tickets.some((ticket) => ticket.number === number);
    // The mail about the refund says that someone took the seats meanwhile.
    if (booking.status !== 'paid' || !(tickets ?? []).every(isValid)) throw new LetterUnwantedError('the tickets were taken');
    return toHolder(booking, returningMail(booking, tickets, `${publicOrigin}/bookings`));
  };
}

type What = Pick<NonNullable<ChoiceMail['toConfirm']>, 'giveBack' | 'gifts'>;

/** Tells a buyer what was chosen for the tickets after a postponement, so that a choice in another's hands is seen in time. */
export function choiceMail(shown: ChoiceMail): MailContent {
  const { concert, postponement, choice, toConfirm, bookingId } = shown;
  const moment = momentInWords(postponement.chooseUntil, concert.timeZone);
  const heading = toConfirm ? 'Please confirm your choice' : 'Your choice is saved';
  return concertMail(concert, {
    heading,
    preview: `You can change it until ${moment}.`,
    paragraphs: [
      `Dear ${oneLine(shown.name, 120)}, this was chosen for your tickets: ${inWords(toConfirm ?? choice ?? { giveBack: [], gifts: 0 })}.`,
      ...(toConfirm
        ? [
            `It was chosen with the choice link, which someone else may have. It counts only if you confirm it by ${moment}. Otherwise ${before(choice)}.`,
          ]
        : [`It takes effect on ${moment}. Until then you can change it.`]),
    ],
    rows: [['Booking id', bookingId]],
    button: { label: toConfirm ? 'View and confirm' : 'See or change your choice', url: shown.url },
    notes: [
      'Opening this link changes nothing. It needs no password: please do not share it.',
      'If you did not choose this, change it there, and reply to this email.',
    ],
  });
}

function inWords({ giveBack, gifts }: What): string {
  if (giveBack.length === 0) return 'all of them are kept';
  const back = `${giveBack.length === 1 ? 'ticket' : 'tickets'} ${giveBack.join(', ')} returned`;
  if (gifts === 0) return `${back}, and the money is refunded to the card you paid with`;
  return gifts >= giveBack.length
    ? `${back}, and the money is given to the welfare work`
    : `${back}, and the money of ${gifts} of them is given to the welfare work`;
}

function before(choice: What | undefined): string {
  return choice ? `your earlier choice stands: ${inWords(choice)}` : 'it counts as if nothing had been chosen';
}

/** Tells a buyer which tickets are given back from now on, or that all are kept. @param tickets undefined after many changes: the page says it */
function returningMail(booking: TicketBooking, tickets: readonly number[] | undefined, bookingsUrl: string): MailContent {
  const { concert, reference, seating } = booking;
  const [it, seat, ticket] = tickets?.length === 1 ? ['It stays', 'seat', 'ticket'] : ['They stay', 'seats', 'tickets'];
  const [heading, said] = !tickets
    ? ['See which tickets you give back', 'You changed several times which tickets you give back. Your bookings show what holds now.']
    : tickets.length === 0
      ? ['You keep all your tickets', 'They stay valid, and nobody else gets their seats.']
      : [
          `You give ${ticketsInWords(tickets.length)} back`,
          `${it} valid until someone takes the ${seat}. Then you are refunded to the card you paid with, and an email tells you. Until then you can keep the ${ticket} after all.`,
        ];
  return concertMail(concert, {
    heading,
    preview: said,
    paragraphs: [`Dear ${oneLine(booking.name, 120)},`, said],
    rows: [
      ...(tickets?.length ? [['Given back', `${tickets.length === 1 ? 'Ticket' : 'Tickets'} ${tickets.join(', ')}`] as const] : []),
      ['Seating', oneLine(seating)],
      ['Booking id', reference],
    ],
    button: { label: 'Open my bookings', url: bookingsUrl },
    notes: ['If you did not ask for this, change it there, and reply to this email.'],
  });
}
