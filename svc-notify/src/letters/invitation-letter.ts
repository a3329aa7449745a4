import { concertDate } from '@concert/contracts/booking/concert-date';
import { seatsInWords } from '@concert/contracts/booking/counts-in-words';
import { eveningFacts } from '@concert/contracts/booking/evening-facts';
import { momentInWords } from '@concert/contracts/core/time-in-words';
import { endedByOnePress, LetterUnwantedError, toHolder, TO_MANY, type WriteLetter } from './letter.ts';
import type { HttpLetterContents } from './http-letter-contents.ts';
import { concertMail } from './mail-page.ts';
import { oneLine } from './plain-words.ts';

/** Asks a guest whether they come, and reminds them once. Mail programs show a button that ends the reminders (RFC 8058). */
export function invitationLetterWriter(contents: Pick<HttpLetterContents, 'invitation'>, reminds: boolean): WriteLetter {
  return async ({ wordsOf }) => {
    const invitation = await contents.invitation(wordsOf);
    if (invitation.state !== 'open') throw new LetterUnwantedError('the invitation is over');
    const { concert, left, until, url, quietUrl } = invitation;
    const when = concertDate(concert);
    const moment = momentInWords(until, concert.timeZone);
    const heading = reminds ? 'Your invitation waits for an answer' : 'You are invited';
    const words = concertMail(concert, {
      heading,
      lede: when,
      preview: `Please answer by ${moment}.`,
      paragraphs: [
        `Dear ${oneLine(invitation.name, 120)}, the organisers keep ${seatsInWords(left)} for you, and there is nothing to pay.`,
        `Please say by ${moment} how many of you come, or that you cannot. After that the seats go to others.`,
      ],
      rows: eveningFacts(concert).flatMap(({ fact, term, value }) => (fact === 'where' ? [[term, oneLine(value, 400)] as const] : [])),
      button: { label: 'Answer the invitation', url },
      notes: [reminds ? 'This is the only reminder.' : 'Opening this link answers nothing. It is yours alone: please do not share it.'],
    });
    return { ...toHolder(invitation, words), headers: { ...TO_MANY, ...endedByOnePress(quietUrl) } };
  };
}
