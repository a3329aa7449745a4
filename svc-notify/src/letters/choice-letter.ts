import { choiceMail } from './choice-mail.ts';
import { LetterUnwantedError, toHolder, type WriteLetter } from './letter.ts';
import type { HttpTicketBookings } from './http-ticket-bookings.ts';

/** Writes the mails about changed choices, from what is chosen at the moment of sending. */
export function choiceLetterWriter(bookings: Pick<HttpTicketBookings, 'choice'>): WriteLetter {
  return async ({ wordsOf }) => {
    const shown = await bookings.choice(wordsOf);
    // What was carried out meanwhile can no longer be changed, and has a mail of its own.
    if (shown.state !== 'open') throw new LetterUnwantedError('the choice was carried out');
    return toHolder(shown, choiceMail(shown));
  };
}
