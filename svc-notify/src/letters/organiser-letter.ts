import { isEmail } from '@concert/contracts/core/email';
import type { ShownPerson } from '@concert/contracts/booking/audience';
import { formatMoney } from '@concert/contracts/core/money';
import { dayInWords, momentInWords } from '@concert/contracts/core/time-in-words';
import { disputeReasonInWords } from '@concert/contracts/payment/dispute-reasons';
import type { LetterSources } from './letter-sources.ts';
import { newsTold, type OrganiserNews } from '../organiser-news/organiser-news.ts';
import { LetterImpossibleError, LetterUnwantedError, toAddress, type WriteLetter } from './letter.ts';
import { mailPage, type MailContent } from './mail-page.ts';
import { oneLine } from './plain-words.ts';

/** Writes what one organiser is told. The address, and whom it is about, are asked for at the moment of sending. */
export function organiserLetterWriter({ team, people, sender, publicOrigin }: LetterSources): WriteLetter {
  return async ({ wordsOf }) => {
    const { userId, news } = newsTold.read(wordsOf);
    const reader = (await team.organisers()).find(({ id }) => id === userId);
    if (!reader) throw new LetterUnwantedError('its reader is no organiser any more');
    if (!isEmail(reader.email)) throw new LetterImpossibleError('the address of the organiser is not one');
    if (news.kind === 'money-differs') return toAddress(reader.email, sender, moneyDiffersMail(news, publicOrigin));
    const person = await people.show(news.bookingId);
    const words = news.kind === 'dispute' ? disputeMail(news, person, publicOrigin) : fraudMail(news, person, publicOrigin);
    return toAddress(reader.email, sender, words);
  };
}

type Dispute = Extract<OrganiserNews, { kind: 'dispute' }>;

/** Tells an organiser that a bank asks a payment back: who, how much, until when it can be answered, and where to look. */
function disputeMail(dispute: Dispute, { name, email, concert }: ShownPerson, publicOrigin: string): MailContent {
  const amount = formatMoney(dispute.amountMinor);
  const who = oneLine(name, 120);
  const until = dispute.answerBy;
  return mailPage({
    subject: `A payment is disputed: ${amount}${until ? `, answer by ${dayInWords(until, concert.timeZone)}` : ''}`,
    heading: 'A payment is disputed',
    preview: `${who}, ${amount}`,
    paragraphs: [
      `${disputeReasonInWords(dispute.reason)}. Their bank asks for the money back, and decides who keeps it.`,
      until
        ? 'If you do not answer at the payment provider in time, you lose the money. The booking has all you need to answer.'
        : 'The bank accepts no answer. The booking will show its decision.',
    ],
    rows: [
      ['Who', `${who}, ${oneLine(email, 254)}`],
      ['Amount', amount],
      ...(until ? [['Last day', momentInWords(until, concert.timeZone)] as const] : []),
      ['Booking', dispute.bookingId],
    ],
    strongRow: 'Last day',
    button: { label: 'Open the booking', url: `${publicOrigin}/get-bookings-report?booking=${dispute.bookingId}` },
    notes: ['Every organiser gets this email.'],
  });
}

/** Tells an organiser that a bank warns of a fraud: who, how much, what a dispute would cost, and where to send the money back. */
function fraudMail(
  { amountMinor, bookingId }: Extract<OrganiserNews, { kind: 'fraud' }>,
  { name, email }: ShownPerson,
  publicOrigin: string,
): MailContent {
  const amount = formatMoney(amountMinor);
  const who = oneLine(name, 120);
  return mailPage({
    ...{ subject: `A payment is probably a fraud: ${amount}`, heading: 'A payment is probably a fraud', preview: `${who}, ${amount}` },
    paragraphs: [
      'The bank of the card warns that its owner did not make this payment. Most such payments are disputed within weeks.',
      `Send it back now? A dispute would take the same ${amount} from you, and on top the fee that the payment provider charges for each dispute, whoever wins it.`,
    ],
    rows: [
      ['Who', `${who}, ${oneLine(email, 254)}`],
      ['Amount', amount],
      ['Booking', bookingId],
    ],
    button: { label: 'Open the booking', url: `${publicOrigin}/get-bookings-report?booking=${bookingId}` },
    notes: ['Every organiser gets this email.'],
  });
}

/** Tells an organiser that money is other than it should be. */
function moneyDiffersMail({ open }: Extract<OrganiserNews, { kind: 'money-differs' }>, publicOrigin: string): MailContent {
  const differs = `${open === 1 ? 'One booking has' : `${open} bookings have`} other money than our records or the payment provider say.`;
  return mailPage({
    ...{ subject: 'Money differs', heading: 'Money differs', preview: differs },
    paragraphs: [`${differs} Each is listed with its sums and what to do.`],
    button: { label: 'Open the differences', url: `${publicOrigin}/money` },
    notes: ['Every organiser gets this email.'],
  });
}
