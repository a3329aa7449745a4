import { DAY_SECONDS } from './durations.ts';

/** A kind of personal data that is kept: one row of the privacy page. */
export interface PersonalData {
  readonly what: string;
  readonly why: string;
  /** The service that keeps it. */
  readonly where: 'svc-auth' | 'svc-booking' | 'svc-payment' | 'svc-notify';
  /** How long, in words for the people concerned. */
  readonly kept: string;
  /** What ends it, one for each collection that it lies in. */
  readonly ends: readonly DataEnd[];
}

/** What ends personal data: an index by which the database deletes it, a task that runs by itself, or an act that erases or takes it back. */
export type DataEnd =
  | { readonly collection: string; readonly by: 'index'; readonly index: string; readonly seconds: number }
  | { readonly collection: string; readonly by: 'task'; readonly task: string }
  | { readonly collection: string; readonly by: 'erasure' };
const erased = (...collections: readonly string[]): DataEnd[] => collections.map((collection) => ({ collection, by: 'erasure' }));
const index = (collection: string, name: string, seconds = 0): DataEnd => ({ collection, by: 'index', index: name, seconds });
/** The nightly task of svc-booking that takes people out of what is older than {@link BOOKKEEPING_YEARS}. */
export const FORGET_OLD_TASK = 'forget-old-people';
/** The nightly task of svc-booking that deletes what people told of their needs, and takes people out of the waiting list. */
export const FORGET_NEEDS_TASK = 'forget-needs';
const old = (collection: string): DataEnd => ({ collection, by: 'task', task: FORGET_OLD_TASK });

/** Days after which an account whose address was never verified is deleted: somebody else may have typed the address. */
export const UNVERIFIED_ACCOUNT_DAYS = 7;
/** Days after its last login for which a place is kept, so that its owner is not mailed about it again. */
export const LOGIN_PLACE_DAYS = 365;
/** Days for which a visitor's message to the organisers is kept. */
export const CONTACT_MESSAGE_DAYS = 365;
/** Days for which an invitation is kept once it has ended. */
export const INVITATION_DAYS = 365;
/** Days after the evening for which needs and places in the waiting list are kept. */
export const NEEDS_DAYS = 30;
/** Years for which the law asks for books to be kept; after them bookings name nobody any more. */
export const BOOKKEEPING_YEARS = 10;
/** Days for which the network address of an organiser stays beside what they did. */
export const AUDIT_ADDRESS_DAYS = 90;
const BOOKKEEPING = `${BOOKKEEPING_YEARS} years, because the law requires accounts to be kept; after that without your name, email and phone`;

/**
 * What stands in place of somebody who was erased, or whose booking is older than {@link BOOKKEEPING_YEARS}. The email is none, so that no
 * mail is sent to it.
 */
export const ERASED_PERSON = { firstname: 'Erased', lastname: 'person', name: 'Erased person', email: 'erased', phone: 'erased' } as const;

/** What stays of somebody who had everything erased, and why. */
export const STAYS_AFTER_ERASURE: readonly { readonly what: string; readonly why: string }[] = [
  {
    what: 'Your bookings and their receipts, without your name, email and phone: seats, numbers, dates, amounts, and what became of them',
    why: `The law requires accounts to be kept for ${BOOKKEEPING_YEARS} years, and the sums have to be right. Valid tickets stay valid: keep them and your receipts, because they can no longer be emailed or shown to you`,
  },
  { what: 'Payments and refunds, by the number of the booking', why: 'To account for every cent' },
  { what: 'What organisers did with your booking, by its number', why: 'To be able to answer for every change' },
  {
    what: 'What the payment provider and your bank keep of your payments',
    why: 'They answer to you for it themselves, under their own rules',
  },
  { what: 'A random number that your account had', why: 'So that a restored backup forgets you again' },
];

/** The inventory of personal data (ASVS 5.0, 14.1.1; GDPR, article 30). */
export const PERSONAL_DATA: readonly PersonalData[] = [
  {
    what: 'Your account: name, email and what you wrote into your profile',
    why: 'To sign you in and to fill in forms for you',
    where: 'svc-auth',
    kept: `Until you have it erased. An account whose email was never verified: ${UNVERIFIED_ACCOUNT_DAYS} days`,
    ends: [
      ...erased('users', 'passkeys'),
      index('users', 'ttl_unverified', UNVERIFIED_ACCOUNT_DAYS * DAY_SECONDS),
      index('account-links', 'ttl_expired', 7 * DAY_SECONDS),
    ],
  },
  {
    what: 'Where you are signed in: which browser on which system, since when, and when last used; never your password itself',
    why: 'To keep you signed in, and to keep others out',
    where: 'svc-auth',
    kept: 'Until you sign out, at most a day after you were signed out',
    ends: [index('sessions', 'ttl_expired'), index('sign-in-places', 'ttl_forget'), index('sign-in-attempts', 'ttl_forget')],
  },
  {
    what: 'Where you signed in from: which browser on which system, and a number made from your network that tells nobody which network it is',
    why: 'To email you when someone signs in from a place that is new for you',
    where: 'svc-auth',
    kept: 'A year after you last signed in from there',
    ends: [...erased('login-places'), index('login-places', 'ttl_last', LOGIN_PLACE_DAYS * DAY_SECONDS)],
  },
  {
    what: 'If you help at the door without an account: the name the organisers gave you, and which browser on which system you use',
    why: 'To let you check tickets for one evening, and to take that back',
    where: 'svc-auth',
    kept: 'Until the evening is over, or an organiser takes it back',
    ends: [index('helper-links', 'ttl_live')],
  },
  {
    what: 'Your bookings: name, email, phone, seats, tickets and receipt',
    why: 'To hold your seats, let you in, by your name if you lost your ticket, and refund you if need be. Each look-up of your name at the door is recorded',
    where: 'svc-booking',
    kept: BOOKKEEPING,
    ends: ['reserve-your-seat', 'complimentary-entries'].flatMap((collection) => [...erased(collection), old(collection)]),
  },
  {
    what: 'An invitation the organisers made for you: name, email and phone, and what you answered',
    why: 'To invite you, and to remind you once',
    where: 'svc-booking',
    kept: `${INVITATION_DAYS} days after it ended`,
    ends: [...erased('invitations'), index('invitations', 'ttl_ended', INVITATION_DAYS * DAY_SECONDS)],
  },
  {
    what: 'What you told us of your needs, such as a hearing loop, or something in your own words',
    why: 'To prepare the evening for you, and to help you at the door',
    where: 'svc-booking',
    kept: `${NEEDS_DAYS} days after the evening`,
    ends: [...erased('reserve-your-seat'), { collection: 'reserve-your-seat', by: 'task', task: FORGET_NEEDS_TASK }],
  },
  {
    what: 'Your place in the waiting list: name, email, and the seats or the next date that you wait for',
    why: 'To offer you seats that become free, or to write to you when there is a new date',
    where: 'svc-booking',
    kept: `${NEEDS_DAYS} days after the evening; for a next date until you leave the list, which every email lets you do`,
    ends: [...erased('waiting'), { collection: 'waiting', by: 'task', task: FORGET_NEEDS_TASK }],
  },
  {
    what: 'The internet address from which organisers changed your booking',
    why: 'To be able to answer for every change',
    where: 'svc-booking',
    kept: `${AUDIT_ADDRESS_DAYS} days. What they did stays with the booking, and does not name you`,
    ends: [index('audit-sources', 'ttl_forget')],
  },
  {
    what: 'Your payments and refunds: amount, time, the last four digits of the card, and the provider’s number for them',
    why: 'To account for every cent',
    where: 'svc-payment',
    kept: BOOKKEEPING,
    ends: erased('payment-sessions', 'refunds'),
  },
  {
    what: 'Emails to you: address, kind, and whether they arrived',
    why: 'To send you tickets, and to see that they reached you',
    where: 'svc-notify',
    kept: 'With the booking they belong to',
    ends: erased('corrected-addresses'),
  },
  {
    what: 'Messages you wrote to us, with your name and email',
    why: 'To answer them',
    where: 'svc-notify',
    kept: `${CONTACT_MESSAGE_DAYS} days`,
    ends: [...erased('concert-2024-contacts'), index('concert-2024-contacts', 'ttl_received', CONTACT_MESSAGE_DAYS * DAY_SECONDS)],
  },
];
