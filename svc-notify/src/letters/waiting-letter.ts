import { seatsInWords } from '@concert/contracts/booking/counts-in-words';
import type { WaitingMail } from '@concert/contracts/booking/waiting';
import { formatTotal } from '@concert/contracts/core/money';
import { deadlineInWords, momentInWords } from '@concert/contracts/core/time-in-words';
import type { Clock } from '@concert/service-kit/process/clock';
import type { HttpLetterContents } from './http-letter-contents.ts';
import { leftByOnePress, LetterUnwantedError, toHolder, type WriteLetter } from './letter.ts';
import { concertMail, type MailContent } from './mail-page.ts';
import { oneLine } from './plain-words.ts';

/** Writes the mails to people whose place in the waiting list is in a state, if it still is at the moment of sending. */
export function waitingLetterWriter(
  state: 'waiting' | 'offered' | 'missed',
  contents: Pick<HttpLetterContents, 'waiting'>,
  clock: Clock,
): WriteLetter {
  return async ({ wordsOf }) => {
    const [place, now] = [await contents.waiting(wordsOf), clock.now()];
    const isOver = place.concert.closed === 'cancelled' || (place.offer && new Date(place.offer.endsAt) <= now);
    if (place.state !== state || isOver) throw new LetterUnwantedError('the place in the list has changed');
    const letter = toHolder(place, waitingMail(place, now));
    // An offer is about a purchase; what is not can be ended by the button of a mail program.
    return state === 'offered' ? letter : { ...letter, headers: leftByOnePress(place.leaveUrl) };
  };
}

function waitingMail(place: WaitingMail, now: Date): MailContent {
  const { concert, offer, before, leaveUrl, state } = place;
  const [seats, isOne] = [seatsInWords(place.seats), place.seats === 1];
  const them = isOne ? 'it' : 'them';
  const seating = offer?.seating ?? place.seating;
  const wish = `${seats}${seating === 'any' ? '' : ` in ${seating}`}${place.access ? ', with an accessible one' : ''}`;
  const words = offer
    ? {
        heading: `${seats} for you until ${deadlineInWords(new Date(offer.endsAt), concert.timeZone, now)}`,
        first: `seats became free. We hold ${wish} for you until then.`,
        more: `If you do not take ${them}, the next person on the list can.`,
        button: `Take the ${isOne ? 'seat' : 'seats'}`,
        quietLink: { before: `Do you not want ${them}?`, label: 'Decline, so that the next person is asked at once', url: leaveUrl },
      }
    : state === 'waiting'
      ? {
          heading: 'You are on the waiting list',
          first: `you wait for ${wish}. ${before === 0 ? 'Nobody waits before you.' : `${seatsInWords(before)} before you.`}`,
          more: 'When seats become free for you, we write to you at once and hold them for a while. You pay only if you take them.',
          button: 'See your place',
          quietLink: { before: 'No longer want seats?', label: 'Leave the list', url: leaveUrl },
        }
      : {
          heading: 'The offer has ended',
          first: `${seats} ${isOne ? 'was' : 'were'} held for you and not paid in time, so others can have ${them} now. You owe nothing.`,
          more: 'You no longer wait. If you still want seats, join the list again: you come after those who wait already.',
          button: 'Wait again',
        };
  const { heading, first, more, button, ...rest } = words;
  return concertMail(concert, {
    ...{ heading, preview: more, paragraphs: [`Dear ${oneLine(place.name, 120)}, ${first}`, more] },
    rows: offer
      ? [
          ['Price', formatTotal(offer.amount.amountMinor)],
          ['Held until', momentInWords(offer.endsAt, concert.timeZone)],
        ]
      : [],
    strongRow: 'Held until',
    button: { label: button, url: place.url },
    ...rest,
  });
}
