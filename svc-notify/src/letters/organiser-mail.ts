import type { ShownPerson } from '@concert/contracts/booking/audience';
import { formatMoney } from '@concert/contracts/core/money';
import { dayInWords, momentInWords } from '@concert/contracts/core/time-in-words';
import { disputeReasonInWords } from '@concert/contracts/payment/dispute-reasons';
import type { NewsFacts } from '../organiser-news/organiser-news.ts';
import { mailPage, SENDER_NAME, type MailWords } from './mail-page.ts';
import { oneLine } from './plain-words.ts';

type Dispute = Extract<NewsFacts, { kind: 'dispute' }>;

/** Tells an organiser that a bank asks a payment back: who, how much, until when it can be answered, and where to look. */
export function disputeMail(dispute: Dispute, { name, email, concert }: ShownPerson, publicOrigin: string): MailWords {
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
        ? 'Whoever does not answer in time at the payment provider loses the money. The booking has all that belongs in an answer.'
        : 'The bank takes no answer. The booking shows what it decides.',
    ],
    rows: [
      ['Who', `${who}, ${oneLine(email, 254)}`],
      ['Amount', amount],
      ...(until ? [['Last day', momentInWords(until, concert.timeZone)] as const] : []),
      ['Booking', dispute.bookingId],
    ],
    strongRow: 'Last day',
    button: { label: 'Open the booking', url: `${publicOrigin}/get-bookings-report?booking=${dispute.bookingId}` },
    notes: ['Every organiser gets this mail.'],
  });
}

/** Tells an organiser how the sale goes. */
export function saleMail(facts: Exclude<NewsFacts, { kind: 'dispute' }>, publicOrigin: string): MailWords {
  const { subject, paragraphs, rows = [], button } = saleWords(facts);
  return mailPage({
    ...{ subject, heading: subject, banner: SENDER_NAME, preview: paragraphs[0]!, paragraphs, rows },
    button: { label: button[0], url: `${publicOrigin}${button[1]}` },
    notes: ['Every organiser gets this mail. It can be switched off at the desk, under Mails to us.'],
  });
}

interface SaleWords {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly rows?: readonly (readonly [string, string])[];
  /** What it says, and where on the site it leads. */
  readonly button: readonly [label: string, path: string];
}

const REPORT = ['Open the bookings', '/get-bookings-report'] as const;

function saleWords(facts: Exclude<NewsFacts, { kind: 'dispute' }>): SaleWords {
  switch (facts.kind) {
    case 'first-seat':
      return {
        subject: 'The first seat is sold',
        paragraphs: ['Somebody has bought the first tickets, and has them by mail.'],
        button: REPORT,
      };
    case 'sold-out':
      return {
        subject: `${facts.seating} is sold out`,
        paragraphs: [`All ${facts.capacity} seats are taken. Seats that are given back are sold again by themselves.`],
        button: REPORT,
      };
    case 'money-differs':
      return {
        subject: 'Money differs',
        paragraphs: [
          `${facts.open === 1 ? 'One booking has' : `${facts.open} bookings have`} other money than our records or the payment provider say. Each is listed with its sums and what to do.`,
        ],
        button: ['Open the money check', '/money-check'],
      };
    case 'sale-ended':
      return {
        subject: 'The sale has ended',
        paragraphs: ['Nobody can reserve any more. This is how it stands:'],
        rows: standing(facts),
        button: REPORT,
      };
    case 'morning':
      return { subject: 'The sale this morning', paragraphs: ['This is how the sale stands:'], rows: standing(facts), button: REPORT };
  }
}

function standing(facts: Extract<NewsFacts, { kind: 'morning' | 'sale-ended' }>): (readonly [string, string])[] {
  const { categories, chargedMinor, returnedMinor } = facts;
  const todo = [
    [facts.openDisputes, 'disputes'],
    [facts.moneyDiffers, 'differences in the money'],
    [facts.mailsInTrouble, 'undelivered mails'],
    [facts.openMessages, 'messages to answer'],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${what}: ${count}`]));
  return [
    ['Sold', `${categories.map(({ seating, sold }) => `${seating}: ${sold}`).join(', ')}. Charged ${formatMoney(chargedMinor)}`],
    ['Left', categories.map(({ seating, left }) => `${seating}: ${left}`).join(', ')],
    ['Given back', formatMoney(returnedMinor)],
    ['Unreached', String(facts.peopleUnreached)],
    ['To do', todo.length === 0 ? 'nothing' : todo.join(', ')],
  ];
}
