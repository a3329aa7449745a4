import type { ChoiceMail } from '@concert/contracts/booking/choices';
import { momentInWords } from '@concert/contracts/core/time-in-words';
import { mailPage, type MailContent } from './mail-page.ts';
import { oneLine } from './plain-words.ts';

type What = Pick<NonNullable<ChoiceMail['toConfirm']>, 'giveBack' | 'gifts'>;

/** Tells a buyer what was chosen for the tickets after a postponement, so that a choice in another's hands is seen in time. */
export function choiceMail(shown: ChoiceMail): MailContent {
  const { concert, postponement, choice, toConfirm, bookingId } = shown;
  const title = oneLine(concert.title, 120);
  const moment = momentInWords(postponement.chooseUntil, concert.timeZone);
  const heading = toConfirm ? 'Please confirm your choice' : 'Your choice is saved';
  return mailPage({
    subject: `${heading}: ${title.toUpperCase()}`,
    banner: title,
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
    help: { email: oneLine(concert.supportEmail, 254), phone: oneLine(concert.supportPhone, 40) },
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
