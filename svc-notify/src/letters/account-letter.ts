import { isEmail } from '@concert/contracts/core/email';
import type { Clock } from '@concert/service-kit/process/clock';
import { seatsInWords, ticketsInWords } from '@concert/contracts/booking/counts-in-words';
import type { HeldMail } from '@concert/contracts/booking/internal';
import { formatTotal } from '@concert/contracts/core/money';
import { momentInWords, timeInWords } from '@concert/contracts/core/time-in-words';
import type { HttpAudiencePeople } from '../messages/http-audience-people.ts';
import type { AccountMail, HttpLetterContents } from './http-letter-contents.ts';
import { LetterImpossibleError, toAddress, type WriteLetter } from './letter.ts';
import { zoneOf } from './visitor-letter.ts';
import { lengthUntil, oneLine } from './plain-words.ts';
import { mailPage, type MailContent } from './mail-page.ts';

/** What mails about accounts are written from. */
export interface AccountLetters {
  readonly contents: Pick<HttpLetterContents, 'account'>;
  readonly people: Pick<HttpAudiencePeople, 'concert' | 'heldFor'>;
  readonly clock: Clock;
}

/** Writes mails about accounts. The link is asked for at the moment of sending. `replyTo`: the address for replies */
export function accountLetterWriter({ contents, people, clock }: AccountLetters, replyTo: string): WriteLetter {
  return async ({ wordsOf }) => {
    const mail = await contents.account(wordsOf);
    if (!isEmail(mail.email)) throw new LetterImpossibleError('the address of the account is not one');
    if (!/^https?:\/\//.test(mail.url)) throw new LetterImpossibleError('the link of the email is not one');
    // A mail with a code does not wait for svc-booking: whoever reads it proves their address all the same.
    const held = goesToReserve(mail) ? await people.heldFor(mail.email).catch(() => undefined) : undefined;
    const words = held?.held.length
      ? heldSeatsMail(mail, held, clock.now())
      : accountMail(mail, clock.now(), mail.login || mail.act ? await zoneOf(people) : 'UTC');
    return toAddress(mail.email, replyTo, words);
  };
}

/** Whether its code was asked for on the reservation page, as the link says it: what is held for the address is no news for any other sign-in. */
function goesToReserve({ code, url }: AccountMail): boolean {
  return code !== undefined && new URL(url).searchParams.get('nav') === 'rys';
}

interface Words {
  readonly subject: string;
  /** The subject, if nothing else is said. */
  readonly heading?: string;
  readonly body: readonly string[];
  /** It leads to the sign-in page, if nothing else is said. */
  readonly button?: string;
  readonly notes: readonly string[];
}

const TYPE_IT = 'Type it on the page that asked for it, or press the button, here or on any other device.';
const NEVER_ASKED = 'We will never ask you for the code. Do not share it with anyone.';

const WORDS: Readonly<Record<AccountMail['kind'], Words>> = {
  verification: {
    subject: 'Please verify your email',
    heading: 'Verify your email',
    body: [
      'Welcome. One step is left: confirm this address with the password of your new account. Then you can sign in and reserve your seat.',
    ],
    button: 'Verify my email',
    notes: ['If you did not ask for an account, do nothing and none is made. If you would like one, choose your own password there.'],
  },
  'password-reset': {
    subject: 'Choose a new password',
    body: ['You asked for a new password for this address.'],
    button: 'Choose a new password',
    notes: ['A new password signs you out everywhere else.', 'If it was not you, do nothing: your password stays as it is.'],
  },
  'sign-in-code': {
    subject: 'is your sign-in code',
    heading: 'Your code is',
    body: [TYPE_IT],
    button: 'Sign in',
    notes: [NEVER_ASKED, 'If you did not ask for it, do nothing: no one can sign in without the code or the link.'],
  },
  'account-exists': {
    subject: 'You already have an account',
    body: [
      'You asked for an account with this address. There is one already, so nothing was changed.',
      'Sign in with your password. If you no longer know it, ask for a new one on the same page.',
    ],
    notes: ['If it was not you, there is nothing you need to do.'],
  },
  'password-changed': {
    subject: 'Your password was changed',
    body: ['Someone who was signed in to your account and knew its password chose a new one. Every other device was signed out.'],
    notes: ['If it was not you, choose a new password at once with "Forgot password?" on that page, and write to us.'],
  },
  'new-place': {
    subject: 'New sign-in to your account',
    body: ['Your account was used from a network and a browser that are new to it.', 'If it was you, there is nothing you need to do.'],
    notes: [
      'If it was not you, choose a new password at once with "Forgot password?" on that page, which signs out every device, and write to us.',
    ],
  },
  'passkey-added': {
    subject: 'A passkey was added to your account',
    heading: 'A passkey was added',
    body: ['A passkey was added to your account. It can be used to sign in as you.'],
    notes: ['If it was not you, choose a new password at once, remove the passkey in your profile, and write to us.'],
  },
  'passkey-moved': {
    subject: 'Was one of your passkeys moved?',
    body: [
      'One of your passkeys was used to sign in, and its use count does not match our records. That happens when a passkey is moved to another device or password manager. It also happens when someone else has a copy of it.',
      'If you moved it, there is nothing you need to do.',
    ],
    notes: ['If you did not move it, add a new passkey in your profile, remove the other ones there, and write to us.'],
  },
  'passkeys-removed': {
    subject: 'Your passkeys were removed',
    body: [
      'An admin or operator of the concert site removed the passkeys of your account because they were reported lost. You were signed out everywhere. Please sign in now and register a new passkey.',
    ],
    notes: ['If you did not ask for this, choose a new password at once, and write to us.'],
  },
  'approval-asked': {
    subject: 'A big action needs approval',
    body: [
      'An organiser of the concert site asked for something that a second person must approve: a refund, or a new role. The page says who asked for what, and when it expires.',
      'Every organiser gets this email, including the one who asked. If you did not expect it, reject it there.',
    ],
    button: 'View it',
    notes: ['If the request is in your name but not yours, reject it, choose a new password, and sign out everywhere.'],
  },
  'big-action': {
    subject: 'An organiser took a big action',
    body: [
      'Something was done on the concert site that affects many people.',
      'Every organiser gets this email. If you did not expect it, talk to each other now.',
    ],
    button: 'Open the audit log',
    notes: ['If it was done in your name but not by you, choose a new password, and sign out everywhere.'],
  },
  'approval-rule-changed': {
    subject: 'The rule for big actions has changed',
    body: [
      'The operator of the concert site changed which actions need a second person. The audit log shows the old rule and the new one.',
      'Every organiser gets this email. If you did not expect the change, ask the operator.',
    ],
    button: 'View requests',
    notes: [],
  },
};

/**
 * Writes a mail about an account: its purpose, one button, and what to do if somebody else asked for it.
 * @param now when it is sent: an end is said as a length of time from then, which is right by every clock
 * @param timeZone by whose clock other moments are said
 */
export function accountMail(
  { kind, url, code, expiresAt, login, act }: Omit<AccountMail, 'email'>,
  now: Date,
  timeZone: string,
): MailContent {
  const { subject, heading = subject, body, button = 'Go to the sign-in page', notes } = WORDS[kind];
  const [first = '', ...rest] = body;
  const told = [
    ...(login ? [`It was on ${momentInWords(login.at, timeZone)}, with ${login.device}.`] : []),
    ...(act ? [`On ${momentInWords(act.at, timeZone)} ${oneLine(act.words, 700)}`] : []),
  ];
  return mailPage({
    subject: code ? `${code} ${subject}` : subject,
    heading: code ? `${heading} ${code}` : heading,
    preview: first,
    paragraphs: [first, ...told, ...rest],
    button: { label: button, url },
    notes: [...(expiresAt ? [worksWithin(expiresAt, now, code)] : []), ...notes],
  });
}

const worksWithin = (end: string, now: Date, code?: string) =>
  `${code ? 'The code and the link work' : 'The link works'} once, within ${lengthUntil(end, now)} of this email.`;

/** Writes the mail with the code of somebody who is about to buy: what is held for them, for how much and until when. */
export function heldSeatsMail(
  { url, code = '', expiresAt = '' }: Pick<AccountMail, 'url' | 'code' | 'expiresAt'>,
  { held, timeZone }: HeldMail,
  now: Date,
): MailContent {
  const seats = held.reduce((sum, { notickets }) => sum + notickets, 0);
  const [end = ''] = held.map(({ holdEndsAt }) => holdEndsAt).sort();
  const until = timeInWords(end, timeZone);
  const seatsHeld = `${seatsInWords(seats)} held until`;
  return mailPage({
    // A subject has no room for the zone, which the mail names.
    subject: `${code} is your code: ${seatsHeld} ${until.replace(/ \S+$/, '')}`,
    heading: `Your code is ${code}`,
    lede: `${seatsHeld} ${until}`,
    preview: held.map(inWords).join('; '),
    paragraphs: [TYPE_IT],
    rows: held.map((one) => ['Held for you', inWords(one)]),
    button: { label: 'Confirm and pay', url },
    notes: [
      worksWithin(expiresAt, now, code),
      NEVER_ASKED,
      'If you did not ask for it, do nothing: the seats are released and nothing is charged.',
    ],
  });
}

const inWords = ({ seating, notickets, amount }: HeldMail['held'][number]) =>
  `${ticketsInWords(notickets)}, ${seating}, ${formatTotal(amount)}`;
