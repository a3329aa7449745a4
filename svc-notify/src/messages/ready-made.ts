import { concertDate, concertDay } from '@concert/contracts/booking/concert-date';
import { SEATINGS } from '@concert/contracts/booking/seating';
import type { ReaderKind, ReaderMessage } from '@concert/contracts/booking/reader-messages';
import type { Audience, ReadyMade } from '@concert/contracts/notify/message-runs';
import { moneyBackInWords } from '@concert/contracts/payment/money-back';
import type { MessageConcert } from './http-audience-people.ts';
import { TOLD_OF_STOP } from './message-run.ts';

type Words = Readonly<Partial<Record<ReaderKind, string>>>;

const EVERY_GUEST = ['h', 'v', 'f'] as const;
/** Bookings that still have something to do with the evening. */
const COMING: Audience = { buyers: { statuses: ['paid', 'refund_failed'], seatings: [...SEATINGS] }, guests: [...EVERY_GUEST] };

const paragraphs = (...words: readonly string[]) => words.join('\n\n');

/** With those who are paying at that moment: they learn of another date before they pay. */
const COMING_OR_PAYING: Audience = { ...COMING, buyers: { statuses: ['pending', 'paid', 'refund_failed'], seatings: [...SEATINGS] } };

/** The message runs that come ready-made, with the present facts of the concert. An organiser may change all words before the start. */
export function readyMadeRuns(concert: MessageConcert, siteUrl: string): ReadyMade[] {
  return [cancellation(concert, siteUrl), newDate(concert, siteUrl), nextDate(siteUrl)];
}

/** Only buyers whose money goes back read of money, and of its way in a mail of its own. */
export function cancellation(concert: MessageConcert, siteUrl: string): ReadyMade {
  const subject = 'The concert is cancelled';
  const first = `We are sorry: the concert of ${concertDate(concert)} cannot take place.`;
  const site = `You can find news at [the concert site](${siteUrl}).`;
  const words: Words = {
    buyer: paragraphs(first, `${moneyBackInWords('owed')} You do not have to do anything.`, site),
    'buyer without money': paragraphs(first, 'You do not have to do anything: your booking has ended.', site),
    'family guest': paragraphs(first, 'Your family tickets are no longer valid. You do not have to do anything.', site),
    'VIP guest': paragraphs(
      first,
      'Your invitation cannot be honoured this time, and its tickets are no longer valid. We would gladly welcome you another time.',
      site,
    ),
    'friends guest': paragraphs(first, 'Your tickets are no longer valid. You do not have to do anything.', site),
    'next date': paragraphs(
      first,
      'You asked to hear about the next date. You stay on the list, and we will email you when there is one.',
      site,
    ),
  };
  return {
    purpose: 'cancellation',
    audience: {
      buyers: { statuses: [...TOLD_OF_STOP], seatings: [...SEATINGS] },
      guests: [...EVERY_GUEST],
      nextDate: true,
    },
    messages: messagesOf(subject, words),
  };
}

/** What whoever was told of a stopped evening reads once that is undone. It holds for readers whom the first mail did not reach, too. */
export function takesPlace(concert: MessageConcert, siteUrl: string): ReaderMessage[] {
  const subject = 'The concert takes place after all';
  const first = `The concert of ${concertDate(concert)} takes place after all. What we wrote a few minutes ago, that it is cancelled, no longer applies.`;
  const site = `You can find news at [the concert site](${siteUrl}).`;
  const valid = 'Your tickets are valid as before, with the same codes. You do not have to do anything.';
  const words: Words = {
    buyer: paragraphs(first, valid, site),
    'buyer without money': paragraphs(
      first,
      `The seats you had reserved or returned stay released. You can [reserve seats](${siteUrl}reserve-your-seat) again.`,
      site,
    ),
    'family guest': paragraphs(first, 'Your family tickets are valid as before. You do not have to do anything.', site),
    'VIP guest': paragraphs(first, 'Your invitation and its tickets are valid as before. We look forward to welcoming you.', site),
    'friends guest': paragraphs(first, valid, site),
    'next date': paragraphs(first, 'You stay on the list for the next date.', site),
  };
  return messagesOf(subject, words);
}

const UNPAID =
  'You have reserved seats and have not finished yet. If you pay, your tickets are valid for the new date. If it does not suit you, do nothing: the reservation ends automatically.';

function newDate(concert: MessageConcert, siteUrl: string): ReadyMade {
  const subject = `New date: ${concert.title}`;
  const place = `${concert.venue.name}, ${concert.venue.address}`;
  if (concert.dateToFollow) return dateToFollow(concert, siteUrl, place);
  const first = `The concert has a new date: **${concertDate(concert)}**.`;
  const valid = 'Your tickets stay valid, with the same codes.';
  const words: Words = {
    buyer: paragraphs(first, place, valid, 'We hope that the new date suits you.'),
    'buyer without money': paragraphs(first, place, UNPAID),
    'family guest': paragraphs(first, place, valid, 'If you cannot come, please tell us, so that others of the family can have the seats.'),
    'VIP guest': paragraphs(first, place, valid, 'Your invitation is valid for the new date. Please tell us whether you can come.'),
    'friends guest': paragraphs(first, place, valid, 'If you cannot come, please tell us, so that someone else can.'),
    'next date': paragraphs(
      first,
      place,
      `You asked us to tell you. When seats can be reserved, you will find them at [the concert site](${siteUrl}reserve-your-seat).`,
    ),
  };
  return { purpose: 'new-date', audience: { ...COMING_OR_PAYING, nextDate: true }, messages: messagesOf(subject, words) };
}

function dateToFollow(concert: MessageConcert, siteUrl: string, place: string): ReadyMade {
  const subject = `Postponed: ${concert.title}`;
  const first = `The concert of ${concertDay(concert)} is postponed. The new date is to follow.`;
  const news = `You can find it at [the concert site](${siteUrl}) as soon as it is known.`;
  const valid = 'Your tickets stay valid, with the same codes.';
  const words: Words = {
    'buyer without money': paragraphs(first, place, UNPAID, news),
    buyer: paragraphs(first, place, valid, news, `You can find your tickets under [My bookings](${siteUrl}bookings).`),
    'family guest': paragraphs(first, place, valid, news),
    'VIP guest': paragraphs(first, place, 'Your invitation is valid for the new date.', news),
    'friends guest': paragraphs(first, place, 'Your tickets stay valid for the new date.', news),
    'next date': paragraphs(first, news),
  };
  return { purpose: 'new-date', audience: { ...COMING_OR_PAYING, nextDate: true }, messages: messagesOf(subject, words) };
}

function nextDate(siteUrl: string): ReadyMade {
  const words = paragraphs(
    'You asked to hear about the next date, and here it is.',
    `Seats can now be reserved: [reserve your seat](${siteUrl}reserve-your-seat).`,
  );
  return { purpose: 'next-date', audience: { nextDate: true }, messages: messagesOf('There is a next date', { 'next date': words }) };
}

function messagesOf(subject: string, words: Words): ReaderMessage[] {
  return Object.entries(words).map(([reader, text]) => ({ reader: reader as ReaderKind, subject, words: text }));
}
