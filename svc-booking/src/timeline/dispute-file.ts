import { concertDate } from '@concert/contracts/booking/concert-date';
import { fullName } from '@concert/contracts/booking/full-name';
import type { MONEY_NEWS, Timeline } from '@concert/contracts/booking/timeline';
import { formatMoney } from '@concert/contracts/core/money';
import { formatTimestamp } from '@concert/contracts/core/time-in-words';
import { disputeReasonInWords } from '@concert/contracts/payment/dispute-reasons';
import type { Admission } from '../admissions/admission.ts';
import type { Booking } from '../bookings/booking.ts';
import type { Concert } from '../concert/concert.ts';
import type { BookingMail } from './http-booking-mails.ts';

/*
 * The provider's limits (https://docs.stripe.com/disputes/best-practices, and the types of the pinned SDK): a text field holds 20,000
 * characters, all files together less than 50 pages, of Mastercard 19. Lists and lines are cut, so that neither text nor print comes near.
 */
const MAX_LINES = 20;
const MAX_LINE = 160;

/** What a dispute file is made of. */
export interface DisputeFacts {
  readonly timeline: Timeline;
  /** Other bookings of the buyer. */
  readonly others: readonly (Pick<Booking, 'seating' | 'tickets' | 'createdAt' | 'status'> & { readonly id: string })[];
  /** Newest first. */
  readonly mails: readonly BookingMail[];
  readonly admissions: readonly Pick<Admission, 'door' | 'scannedAt'>[];
  readonly concert: Pick<Concert, 'title' | 'startsAt' | 'timeZone' | 'venue'>;
  readonly publicOrigin: string;
  readonly madeAt: Date;
}

/** A part of the file. */
export interface Section {
  title: string;
  lines: string[];
}

type Part = 'booking' | 'terms' | 'mails' | 'admission' | 'money' | 'others';

/** The parts in the order in which they answer a reason; what the bank wants to see first stands first. */
const ORDERS: Readonly<Record<string, readonly Part[]>> = {
  fraudulent: ['admission', 'mails', 'booking', 'terms', 'money', 'others'],
  unrecognized: ['booking', 'mails', 'admission', 'terms', 'money', 'others'],
  product_not_received: ['admission', 'mails', 'booking', 'money', 'terms', 'others'],
  product_unacceptable: ['terms', 'admission', 'booking', 'mails', 'money', 'others'],
  credit_not_processed: ['money', 'terms', 'booking', 'mails', 'admission', 'others'],
  duplicate: ['others', 'booking', 'money', 'mails', 'admission', 'terms'],
};
const USUAL: readonly Part[] = ['booking', 'terms', 'mails', 'admission', 'money', 'others'];

const MAILS: Readonly<Record<string, string>> = {
  ticket: 'Tickets',
  message: 'Message about the concert',
  'choice-changed': 'Confirmation of a choice after the concert was moved',
  'returning-changed': 'Confirmation of tickets that are given back',
  'payment-not-taken': 'Payment was not taken',
  'refund-started': 'Refund started',
  'refund-issued': 'Refund issued',
  cancellation: 'Cancellation and refund',
};

const MONEY: Readonly<Record<(typeof MONEY_NEWS)[number], string>> = {
  settled: 'Paid',
  'refund-started': 'Refund started',
  'refund-issued': 'Refunded to the card',
  'refund-failed': 'Refund failed',
  gift: 'Given to the welfare work at the wish of the buyer',
  'dispute-open': 'Dispute opened',
  'dispute-won': 'Dispute won',
  'dispute-lost': 'Dispute lost',
};

/** The file's parts, arranged for the reason of the dispute. */
export function disputeSections(facts: DisputeFacts): Section[] {
  const { timeline, concert } = facts;
  const { booking } = timeline;
  const reason = booking.disputeReason ?? 'general';
  const head = {
    title: `Answer to the dispute about booking ${booking.id}`,
    lines: [
      `${disputeReasonInWords(reason)} (${reason}).`,
      ...(booking.answerBy ? [`Last day to answer: ${moment(booking.answerBy, concert.timeZone)}`] : []),
      `Payment provider's ids: ${booking.providerIds.join(', ')}`,
      `Made on ${moment(facts.madeAt, concert.timeZone)}`,
    ],
  };
  return [head, ...(ORDERS[reason] ?? USUAL).map((part) => PARTS[part](facts))].map(({ title, lines }) => ({ title, lines: cut(lines) }));
}

/** The file as plain text, to be pasted into the provider's form; at most 20,000 characters. */
export function disputeText(sections: readonly Section[]): string {
  return sections.map(({ title, lines }) => [title, ...lines.map((line) => `- ${line}`)].join('\n')).join('\n\n');
}

const PARTS: Readonly<Record<Part, (facts: DisputeFacts) => { readonly title: string; readonly lines: readonly string[] }>> = {
  booking: ({ timeline: { booking, entries }, concert }) => ({
    title: 'What was bought',
    lines: [
      `${booking.notickets} of ${booking.seating} for ${concert.title}, ${concertDate(concert)}, ${concert.venue.name}, ${concert.venue.address}`,
      `Bought by ${fullName(booking)}, ${booking.email}, ${booking.phoneno}, on ${moment(booking.createdAt, concert.timeZone)}`,
      `Price ${formatMoney(booking.price.amountMinor)}, charged ${formatMoney(booking.amount.amountMinor)}`,
      ...entries.flatMap((entry) =>
        entry.kind === 'status' ? [`${moment(entry.at, concert.timeZone)}: ${entry.to.replaceAll('_', ' ')}, ${entry.cause}`] : [],
      ),
    ],
  }),
  terms: ({ timeline: { booking }, concert, publicOrigin }) => ({
    title: 'Terms that the buyer accepted',
    lines: booking.termsVersion
      ? [
          `Version ${booking.termsVersion}, accepted with the booking on ${moment(booking.createdAt, concert.timeZone)}`,
          `They stand at ${publicOrigin}/terms, the rule about refunds at ${publicOrigin}/refund-rule`,
        ]
      : ['No version was named when the booking was made'],
  }),
  mails: ({ mails, concert }) => ({
    title: 'Emails to the buyer, and their delivery',
    lines: orNone(
      [...mails].reverse().map((mail) => {
        const at = (time: string | undefined) => (time ? ` on ${moment(time, concert.timeZone)}` : '');
        const became = mail.delivery ? `${mail.delivery}${at(mail.deliveryAt)}` : mail.state.replaceAll('_', ' ');
        return `${MAILS[mail.kind] ?? mail.kind.replaceAll('-', ' ')}: sent${at(mail.sentAt)}, ${became}`;
      }),
      'No email was sent',
    ),
  }),
  admission: ({ admissions, timeline: { booking }, concert }) => ({
    title: 'Use of the tickets',
    lines: orNone(
      admissions.map(
        ({ door, scannedAt }) => `A ticket of this booking was shown and let in on ${moment(scannedAt, concert.timeZone)}, ${door}`,
      ),
      `None of the ${booking.notickets} tickets was shown at the door`,
    ),
  }),
  money: ({ timeline: { entries }, concert }) => ({
    title: 'Payment and refunds',
    lines: orNone(
      entries.flatMap((entry) => {
        if (entry.kind !== 'money') return [];
        const why = entry.reason ? `, ${entry.reason}` : '';
        return [
          `${moment(entry.at, concert.timeZone)}: ${MONEY[entry.what]}, ${formatMoney(entry.amount.amountMinor)}, ${entry.reference}${why}`,
        ];
      }),
      'No money moved',
    ),
  }),
  others: ({ others, concert }) => ({
    title: 'Other bookings of the buyer',
    lines: orNone(
      others.map(
        ({ id, seating, tickets, createdAt, status }) =>
          `${id}: ${tickets} of ${seating}, ${moment(createdAt, concert.timeZone)}, ${status.replaceAll('_', ' ')}. Its tickets are others`,
      ),
      'There is no other booking',
    ),
  }),
};

function orNone(lines: readonly string[], none: string): readonly string[] {
  return lines.length > 0 ? lines : [none];
}

function moment(at: string | Date, timeZone: string): string {
  return formatTimestamp(new Date(at), timeZone);
}

/** Of a long list the newest, and how many came before; of a long line its beginning. */
function cut(lines: readonly string[]): string[] {
  const earlier = lines.length - MAX_LINES + 1;
  const kept = lines.length > MAX_LINES ? [`${earlier} earlier ones are left out`, ...lines.slice(earlier)] : lines;
  return kept
    .map((line) => line.replaceAll(/\s+/g, ' '))
    .map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line));
}
