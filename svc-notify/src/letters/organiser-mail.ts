import type { ShownPerson } from '@concert/contracts/booking/audience';
import { formatMoney } from '@concert/contracts/core/money';
import { dayInWords, momentInWords } from '@concert/contracts/core/time-in-words';
import { disputeReasonInWords } from '@concert/contracts/payment/dispute-reasons';
import type { OrganiserNewsContent } from '../organiser-news/organiser-news.ts';
import { mailPage, SENDER_NAME, type MailContent } from './mail-page.ts';
import { oneLine } from './plain-words.ts';

type Dispute = Extract<OrganiserNewsContent, { kind: 'dispute' }>;

/** Tells an organiser that a bank asks a payment back: who, how much, until when it can be answered, and where to look. */
export function disputeMail(dispute: Dispute, { name, email, concert }: ShownPerson, publicOrigin: string): MailContent {
  const amount = formatMoney(dispute.amountMinor);
  const who = oneLine(name, 120);
  const until = dispute.answerBy;
  return mailPage({
    subject: `A payment is disputed: ${amount}${until ? `, answer by ${dayInWords(until, concert.timeZone)}` : ''}`,
    banner: SENDER_NAME,
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

/** Tells an organiser that money is other than it should be. */
export function moneyDiffersMail({ open }: Extract<OrganiserNewsContent, { kind: 'money-differs' }>, publicOrigin: string): MailContent {
  const differs = `${open === 1 ? 'One booking has' : `${open} bookings have`} other money than our records or the payment provider say.`;
  return mailPage({
    ...{ subject: 'Money differs', heading: 'Money differs', banner: SENDER_NAME, preview: differs },
    paragraphs: [`${differs} Each is listed with its sums and what to do.`],
    button: { label: 'Open the money check', url: `${publicOrigin}/money-check` },
    notes: ['Every organiser gets this email.'],
  });
}
