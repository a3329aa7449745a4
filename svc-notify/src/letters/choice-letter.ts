import { isEmail } from '@concert/contracts/core/email';
import { choiceMail } from './choice-mail.ts';
import { LetterImpossibleError, LetterUnwantedError, type WriteLetter } from './letter.ts';
import { RINGS_CID } from './mail-page.ts';
import { oneLine } from './plain-words.ts';
import type { HttpTicketBookings } from './http-ticket-bookings.ts';

/** Writes the mails about changed choices, from what is chosen at the moment of sending. */
export function choiceLetterWriter(bookings: Pick<HttpTicketBookings, 'choice'>, rings: Uint8Array): WriteLetter {
  return async ({ wordsOf }) => {
    const shown = await bookings.choice(wordsOf);
    // What was carried out meanwhile can no longer be changed, and has a mail of its own.
    if (shown.state !== 'open') throw new LetterUnwantedError('the choice was carried out');
    if (!isEmail(shown.email)) throw new LetterImpossibleError('the address of the booking is not one');
    return {
      to: { email: shown.email, name: oneLine(shown.name, 120) },
      fromName: oneLine(shown.concert.title, 120),
      replyTo: shown.concert.supportEmail,
      ...choiceMail(shown),
      pictures: [{ contentId: RINGS_CID, filename: 'rings.png', png: rings }],
    };
  };
}
