import { momentInWords } from '@concert/contracts/core/time-in-words';
import type { ContactFields } from '@concert/contracts/notify/contact';
import type { LetterSources } from './letter-sources.ts';
import { LetterUnwantedError, toAddress, type WriteLetter } from './letter.ts';
import type { HttpAudiencePeople } from '../messages/http-audience-people.ts';
import type { ContactMessage } from '../contacts/contact-message.ts';
import { mailPage, type MailContent } from './mail-page.ts';
import { oneLine } from './plain-words.ts';

/** Writes the mail that brings a visitor's message to the organisers; their reply goes to the visitor. */
export function contactReceivedLetterWriter({ contacts, people, organisers }: LetterSources): WriteLetter {
  return async ({ wordsOf }) => {
    const message = await contacts.byId(wordsOf);
    if (!message) throw new LetterUnwantedError('the message is gone');
    return toAddress(organisers, message.email, contactReceivedMail(message, await zoneOf(people)));
  };
}

/** Where organisers read the messages of visitors: an address of mfe-admin. */
const MESSAGES_PAGE = '/contact-messages';

/** The most messages that one mail brings; the others are kept and can be read on the site. */
const MAX_IN_DIGEST = 100;

/** Writes the mail that brings the organisers the messages of a day that were too many to be mailed one by one. */
export function contactDigestLetterWriter({ contacts, people, organisers, publicOrigin }: LetterSources): WriteLetter {
  return async ({ wordsOf }) => {
    const { messages, count } = await contacts.ofDigest(new Date(wordsOf), MAX_IN_DIGEST);
    if (count === 0) throw new LetterUnwantedError('the messages are gone');
    const words = contactDigestMail(messages, count, `${publicOrigin}${MESSAGES_PAGE}`, await zoneOf(people));
    return toAddress(organisers, organisers, words);
  };
}

/** Shows the organisers that mails of this sender arrive. */
export function senderTestLetterWriter({ organisers, publicOrigin }: LetterSources): WriteLetter {
  return () => Promise.resolve(toAddress(organisers, organisers, senderTestMail(`${publicOrigin}/go-live`)));
}

/** Acknowledges a message to its sender. */
export function contactAcknowledgedLetterWriter({ contacts, organisers, publicOrigin }: LetterSources): WriteLetter {
  return async ({ wordsOf }) => {
    const message = await contacts.byId(wordsOf);
    if (!message) throw new LetterUnwantedError('the message is gone');
    return toAddress(message.email, organisers, contactAcknowledgedMail(`${publicOrigin}/`));
  };
}

/** By whose clock moments are said: the venue's. A mail does not wait for svc-booking to say it; each moment says its zone. */
export function zoneOf(people: Pick<HttpAudiencePeople, 'concert'>): Promise<string> {
  return people.concert().then(
    ({ timeZone }) => timeZone,
    () => 'UTC',
  );
}

/** What a visitor wrote. */
type Written = ContactFields & Pick<ContactMessage, 'receivedAt'>;

/** What is a line of the mail, in its order; the message itself is quoted. The compiler asks for each field of the form. */
const LINES: Record<Exclude<keyof ContactFields, 'message'>, string> = { name: 'Name', email: 'Email', subject: 'Subject' };
const MAX_LINE = 254;

/** The organisers' mail with a visitor's message. */
function contactReceivedMail(written: Written, timeZone: string): MailContent {
  const { email, message, receivedAt } = written;
  const lines = Object.entries(LINES).map(([field, label]): [string, string] => [
    label,
    oneLine(written[field as keyof typeof LINES], MAX_LINE),
  ]);
  const about = oneLine(written.subject, MAX_LINE);
  return mailPage({
    subject: `Contact form: ${about}`,
    heading: 'A message for you',
    preview: `${oneLine(written.name, MAX_LINE)}: ${about}`,
    paragraphs: ['Someone wrote to you on the concert site. Your reply goes to the sender.'],
    rows: [...lines, ['Received', momentInWords(receivedAt, timeZone)]],
    quote: message,
    button: {
      label: 'Reply by email',
      url: `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(`Re: ${about}`)}`,
    },
  });
}

/** Of a message in a mail with many, so much is shown; the whole of it is kept. */
const MAX_SHOWN = 1_000;

/**
 * The organisers' mail with messages of a day.
 * @param count how many there are, of which `messages` are the first
 * @param deskUrl where organisers read all messages
 */
function contactDigestMail(messages: readonly Written[], count: number, deskUrl: string, timeZone: string): MailContent {
  const many = count === 1 ? '1 more message' : `${count} more messages`;
  return mailPage({
    subject: `Contact form: ${many}`,
    heading: many,
    preview: 'So many came in one day that not every message was emailed separately.',
    paragraphs: [
      'So many people wrote in one day that not every message was emailed separately. These are the others. Reply to each at its own address, not by replying to this email.',
    ],
    quote: messages.map((message) => digested(message, timeZone)).join('\n\n'),
    button: { label: 'Open the messages', url: deskUrl },
    ...(count > messages.length
      ? {
          notes: [
            `${messages.length === 1 ? 'The first one is' : `The first ${messages.length} are`} here. All of them are kept for a year, and can be read on the site.`,
          ],
        }
      : {}),
  });
}

function digested({ name, email, subject, message, receivedAt }: Written, timeZone: string): string {
  const shown = message.length > MAX_SHOWN ? `${message.slice(0, MAX_SHOWN)} …` : message;
  return `${oneLine(name, MAX_LINE)}, ${oneLine(email, MAX_LINE)}, ${momentInWords(receivedAt, timeZone)}\n${oneLine(subject, MAX_LINE)}\n${shown}`;
}

/** The mail that an admin sends before the sale opens. @param goLiveUrl where its arrival is shown */
function senderTestMail(goLiveUrl: string): MailContent {
  return mailPage({
    subject: 'A test email from your concert site',
    heading: 'Email from your site arrives',
    preview: 'An admin asked for it on the page that opens the sale.',
    paragraphs: [
      'An admin asked for this email. If you found it in spam, buyers will find their tickets there too: check the DNS records that prove your domain.',
    ],
    button: { label: 'Back to the checks', url: goLiveUrl },
  });
}

/** Acknowledges a message, quoting nothing of it: a form could name a stranger's address, and we would deliver the text there. */
function contactAcknowledgedMail(siteUrl: string): MailContent {
  return mailPage({
    subject: 'We have your message',
    heading: 'We have your message',
    preview: 'Thank you for writing. The organisers read every message.',
    paragraphs: ['Thank you for writing to us. The organisers read every message and answer to this address.'],
    button: { label: 'Back to the concert site', url: siteUrl },
    notes: ['If you did not write to us, someone mistyped an address: you do not have to do anything.'],
  });
}
