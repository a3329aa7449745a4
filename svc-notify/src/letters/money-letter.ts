import { ticketsInWords } from '@concert/contracts/booking/counts-in-words';
import { concertDate } from '@concert/contracts/booking/concert-date';
import { formatMoney, formatTotal } from '@concert/contracts/core/money';
import { dayInWords } from '@concert/contracts/core/time-in-words';
import { moneyBackInWords } from '@concert/contracts/payment/money-back';
import type { RefundMail } from '@concert/contracts/payment/refunds';
import type { LetterSources } from './letter-sources.ts';
import { TOLD_WITH_OTHERS, type MailKind } from '../mails/mail.ts';
import { TOLD_OF_STOP } from '../messages/message-run.ts';
import { LetterImpossibleError, LetterUnwantedError, toHolder, type WriteLetter } from './letter.ts';
import type { HttpLetterContents, TicketBooking } from './http-letter-contents.ts';
import { endedBeside, endedUnpaid } from './other-bookings.ts';
import { concertMail, type MailContent } from './mail-page.ts';
import { oneLine, receiptLink } from './plain-words.ts';

const ENDED: ReadonlySet<string> = new Set(['failed', 'expired', 'cancelled']);

/** Writes the mails for bookings that were not paid, and for those that a cancelled concert ended. */
export function notTakenLetterWriter({ contents, people, publicOrigin }: LetterSources): WriteLetter {
  return async ({ wordsOf }) => {
    const booking = await contents.booking(wordsOf);
    const cancelled = booking.concert.closed === 'cancelled';
    // The money may have arrived late; then other mails say what becomes of it.
    if (!ENDED.has(booking.status) || (booking.status === 'cancelled' && !cancelled)) throw new LetterUnwantedError('the booking went on');
    const tickets = booking.tickets.length || undefined;
    if (!cancelled) return toHolder(booking, notTakenMail(booking, tickets, publicOrigin));
    const all = (await people.show(wordsOf)).bookings;
    if (all.some(({ status }) => TOLD_OF_STOP.has(status))) throw new LetterUnwantedError(TOLD_WITH_OTHERS);
    const own = all.find(({ id }) => id === wordsOf);
    const others = all.filter((one) => one !== own);
    const ended = [...others.filter(({ status }) => status === 'pending'), ...endedUnpaid(others, own ? new Date(own.since) : new Date(0))];
    return toHolder(booking, endedMail(booking, tickets, publicOrigin, endedBeside(ended)));
  };
}

/** Writes the mails about money that goes back. */
export function refundLetterWriter(kind: RefundMailKind, contents: Pick<HttpLetterContents, 'refund'>): WriteLetter {
  return async ({ wordsOf }) => {
    const refund = await contents.refund(wordsOf);
    if ([refund, ...refund.others].some(({ refundUrl }) => !/^https?:\/\//.test(refundUrl)))
      throw new LetterImpossibleError('the link of the refund is not one');
    if (refund.state === 'failed' && (kind === 'refund-started' || kind === 'refund-issued'))
      throw new LetterUnwantedError('the refund has failed meanwhile');
    return toHolder(refund, refundMail(kind, refund));
  };
}

/** Writes the receipts for gifts. */
export function giftReceiptWriter(contents: Pick<HttpLetterContents, 'refund'>, welfareUrl: string): WriteLetter {
  return async ({ wordsOf }) => {
    const gift = await contents.refund(wordsOf);
    return toHolder(gift, giftReceiptMail(gift, welfareUrl));
  };
}

type RefundMailKind = Extract<MailKind, 'refund-started' | 'refund-issued' | 'cancellation'>;

/** Writes the mail for a booking that was not paid: its state, and how to try again where that is possible. */
function notTakenMail(booking: TicketBooking, tickets: number | undefined, publicOrigin: string): MailContent {
  const { concert } = booking;
  const why = booking.status === 'expired' ? 'You ran out of time to pay' : 'Your payment was not taken';
  return concertMail(concert, {
    heading: 'Payment not taken',
    lede: concertDate(concert),
    preview: `${why}. Your seats are free again.`,
    paragraphs: [
      `Dear ${oneLine(booking.name, 120)}, ${why.charAt(0).toLowerCase()}${why.slice(1)}, so this booking has ended and its seats are free again.`,
      OWE_NOTHING,
    ],
    rows: rowsNotTaken(booking, tickets),
    button: concert.closed ? siteButton(publicOrigin) : { label: 'Reserve your seat again', url: `${publicOrigin}/reserve-your-seat` },
  });
}

/** Writes to a buyer who had not paid yet that the concert is cancelled, so that there is nothing to pay and nothing to reserve again. */
function endedMail(booking: TicketBooking, tickets: number | undefined, publicOrigin: string, besides: readonly string[]): MailContent {
  const { concert } = booking;
  const first = `We are sorry: the concert of ${concertDate(concert)} cannot take place. You do not have to do anything: your reservation has ended.`;
  return concertMail(concert, {
    heading: 'The concert is cancelled',
    preview: first,
    paragraphs: [`Dear ${oneLine(booking.name, 120)},`, first, OWE_NOTHING, ...besides],
    rows: rowsNotTaken(booking, tickets),
    button: siteButton(publicOrigin),
  });
}

const OWE_NOTHING = 'You owe nothing. If your bank shows a payment all the same, it is refunded automatically.';

const siteButton = (publicOrigin: string) => ({ label: 'Open the concert site', url: `${publicOrigin}/` });

function rowsNotTaken(booking: TicketBooking, tickets: number | undefined): (readonly [string, string])[] {
  return [
    ['Seating', oneLine(booking.seating)],
    ...(tickets === undefined ? [] : [['Tickets', String(tickets)] as const]),
    ['Amount', `${formatTotal(booking.amount.amountMinor)}, not taken`],
    ['Booking id', booking.reference],
  ];
}

/* The reason of a refund, in words for the buyer. */
const BECAUSE: Readonly<Record<string, string>> = {
  organiser: 'The organisers are refunding this booking. Its tickets are no longer valid.',
  cancellation: 'The concert cannot take place, so you are refunded in full.',
  'seats are gone': 'Your payment came after the time to pay had ended, and the seats had gone to others. You are refunded in full.',
  'paid twice': 'This booking was paid twice. The extra payment is refunded; your tickets stay as they are.',
  'other currency': 'Your payment came in a different currency from the one agreed, so it is refunded.',
  'second purchase': 'You asked us to refund this second booking. Your other booking stays as it is.',
  'tickets given back': 'You returned these tickets after the concert was postponed, so they are refunded.',
  'nothing chosen': 'The concert was postponed and you did not choose in time, so your tickets are refunded. They are no longer valid.',
  'tickets taken': 'Someone took the seats that you gave back, so you are refunded. Your tickets are no longer valid.',
  dashboard: 'The organisers are refunding this booking.',
};

/* Money that comes for a concert that is cancelled goes back for that, whatever became of its seats. */
function becauseOf(cause: RefundMail['cause'], { closed }: RefundMail['concert']): string {
  const known = cause === 'seats are gone' && closed === 'cancelled' ? 'cancellation' : cause;
  return BECAUSE[known] ?? 'You are refunded what you paid.';
}

const STATES: Readonly<Record<RefundMail['state'], string>> = {
  planned: 'Being prepared',
  requested: 'On its way',
  pending: 'Waiting at the bank',
  succeeded: 'Sent to your card',
  failed: 'Not sent yet: the organisers are looking into it',
};

interface RefundWords {
  readonly heading: string;
  readonly body: (refund: RefundMail, money: string, card: string | undefined) => readonly string[];
}

const REFUND_WORDS: Readonly<Record<RefundMailKind, RefundWords>> = {
  'refund-started': {
    heading: 'Your refund is on its way',
    body: ({ cause, part, concert }, money, card) => [
      part ? becauseOfPart(cause, part) : becauseOf(cause, concert),
      moneyBackInWords('requested', money, card),
    ],
  },
  'refund-issued': {
    heading: 'Your refund was sent',
    body: (_, money, card) => [moneyBackInWords('succeeded', money, card)],
  },
  cancellation: {
    heading: 'The concert is cancelled',
    body: ({ concert, state }, money, card) => [
      `We are sorry: the concert of ${concertDate(concert)} cannot take place. Your tickets are no longer valid.`,
      moneyBackInWords(state, money, card),
    ],
  },
};

/* Why a part of the money of a booking goes back, and what that means for its tickets. */
function becauseOfPart(cause: RefundMail['cause'], { tickets, left }: NonNullable<RefundMail['part']>): string {
  if (cause === 'gift sent back')
    return 'The organisers are refunding your gift to the welfare work. Nothing else of this booking changes.';
  if (tickets.length === 0) return 'The organisers are refunding part of this booking. Its tickets stay as they are.';
  return `${cause === 'tickets taken' ? 'Someone took the seats that you gave back. ' : ''}${endedTickets({ tickets, left })}`;
}

/* Which tickets ended and which stay. */
function endedTickets({ tickets, left }: NonNullable<RefundMail['part']>): string {
  const ended = `${named(tickets)} of this booking ${tickets.length === 1 ? 'was' : 'were'} returned and ${tickets.length === 1 ? 'is' : 'are'} no longer valid.`;
  return left.length === 0 ? ended : `${ended} ${named(left)} ${left.length === 1 ? 'stays' : 'stay'} valid, with the same code as before.`;
}

/** 'Ticket 2' or 'Tickets 2, 3 and 4'. */
function named(tickets: readonly number[]): string {
  if (tickets.length === 1) return `Ticket ${tickets[0]}`;
  return `Tickets ${tickets.slice(0, -1).join(', ')} and ${tickets.at(-1)}`;
}

/** Writes the receipt for a gift: how much was given, for what, when, and under which number. */
function giftReceiptMail(gift: RefundMail, welfareUrl: string): MailContent {
  const { concert, part } = gift;
  const title = oneLine(concert.title, 120);
  const money = formatMoney(gift.amount.amountMinor);
  const first = `Thank you: you gave ${money} to the welfare work instead of taking it back.`;
  return concertMail(concert, {
    subject: `Receipt for your gift: ${title.toUpperCase()}`,
    heading: 'Thank you for your gift',
    preview: first,
    paragraphs: [
      `Dear ${oneLine(gift.name, 120)},`,
      first,
      ...(part ? [endedTickets(part)] : []),
      'The receipt of your booking shows it, too. You do not have to do anything.',
    ],
    rows: [
      ['Amount', formatTotal(gift.amount.amountMinor)],
      ['Given to', 'The welfare work'],
      ['Date', dayInWords(gift.requestedAt, concert.timeZone)],
      ['Gift id', gift.refundId],
      ['Seating', oneLine(gift.seating)],
      ...ticketRows(gift),
      ['Booking id', gift.bookingId],
    ],
    strongRow: 'Amount',
    button: { label: 'See what the welfare work does', url: welfareUrl },
    moreLinks: receiptLink(gift),
  });
}

/** Writes a mail about a refund: why, how much, to which card, its state, and a link to the buyer's own page. */
function refundMail(kind: RefundMailKind, refund: RefundMail): MailContent {
  if (kind === 'cancellation' && refund.others.length > 0) return cancellationOfSeveral(refund);
  const { concert } = refund;
  const money = formatMoney(refund.amount.amountMinor);
  const card = refund.cardEnding && `your card ending ${refund.cardEnding}`;
  const { heading, body } = REFUND_WORDS[kind];
  const [first = '', ...more] = body(refund, money, card);
  return concertMail(concert, {
    heading,
    preview: first,
    paragraphs: [`Dear ${oneLine(refund.name, 120)},`, first, ...more],
    rows: [
      ['Amount', formatTotal(refund.amount.amountMinor)],
      ...(refund.cardEnding === undefined ? [] : [['Card', `ending ${refund.cardEnding}`] as const]),
      ['State', STATES[refund.state]],
      ...(refund.issuedAt === undefined ? [] : [['Sent', dayInWords(refund.issuedAt, concert.timeZone)] as const]),
      ...(refund.expectedBy === undefined ? [] : [['Expected by', dayInWords(refund.expectedBy, concert.timeZone)] as const]),
      ['Seating', oneLine(refund.seating)],
      ...ticketRows(refund),
      ['Booking id', refund.bookingId],
    ],
    strongRow: 'Amount',
    button: { label: 'See your refund', url: refund.refundUrl },
    moreLinks: receiptLink(refund),
    notes: ['The button opens your own page without a password: please do not share it.'],
  });
}

function ticketRows({ part, tickets }: RefundMail): (readonly [string, string])[] {
  if (!part) return [['Tickets', String(tickets)]];
  return [
    ...(part.tickets.length > 0 ? [['Returned', named(part.tickets)] as const] : []),
    ...(part.left.length > 0 ? [['Still valid', named(part.left)] as const] : []),
  ];
}

/** One mail for all bookings of a reader: the refund of each, and a link to its page. */
function cancellationOfSeveral(refund: RefundMail): MailContent {
  const { concert, others } = refund;
  const all = [refund, ...others];
  const totalMinor = all.reduce((sum, { amount }) => sum + amount.amountMinor, 0);
  const { heading } = REFUND_WORDS.cancellation;
  const first = `We are sorry: the concert of ${concertDate(concert)} cannot take place. The tickets of your ${all.length} bookings are no longer valid.`;
  return concertMail(concert, {
    heading,
    preview: first,
    paragraphs: [
      `Dear ${oneLine(refund.name, 120)},`,
      first,
      moneyBackInWords(all.every(({ state }) => state === refund.state) ? refund.state : 'pending', formatMoney(totalMinor)),
    ],
    rows: [
      ['Amount', formatTotal(totalMinor)],
      ...all.map(
        ({ bookingId, seating, tickets, amount, state }) =>
          [bookingId, `${oneLine(seating)}, ${ticketsInWords(tickets)}: ${formatMoney(amount.amountMinor)}. ${STATES[state]}`] as const,
      ),
    ],
    strongRow: 'Amount',
    button: { label: `See the refund of ${refund.bookingId}`, url: refund.refundUrl },
    moreLinks: [
      ...others.map(({ bookingId, refundUrl }) => ({ label: `See the refund of ${bookingId}`, url: refundUrl })),
      ...all.flatMap((one) => receiptLink(one, `Open the receipt of ${one.bookingId}`)),
    ],
    notes: ['Each link opens a page of your own without a password: please do not share them.'],
  });
}
