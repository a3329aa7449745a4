import type { MongoContacts } from '../contacts/mongo-contacts.ts';
import { LetterUnwantedError, toAddress, type WriteLetter } from './letter.ts';
import type { HttpAudiencePeople } from '../messages/http-audience-people.ts';
import { contactAcknowledgedMail, contactDigestMail, contactReceivedMail, senderTestMail } from './visitor-mail.ts';

export interface VisitorLetters {
  readonly contacts: Pick<MongoContacts, 'byId' | 'ofDigest'>;
  readonly people: Pick<HttpAudiencePeople, 'concert'>;
  /** Receives contact messages, and replies to our mails to visitors. */
  readonly organisers: string;
  readonly publicOrigin: string;
}

/** Writes the mail that brings a visitor's message to the organisers; their reply goes to the visitor. */
export function contactReceivedLetterWriter({ contacts, people, organisers }: VisitorLetters): WriteLetter {
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
export function contactDigestLetterWriter({ contacts, people, organisers, publicOrigin }: VisitorLetters): WriteLetter {
  return async ({ wordsOf }) => {
    const { messages, count } = await contacts.ofDigest(new Date(wordsOf), MAX_IN_DIGEST);
    if (count === 0) throw new LetterUnwantedError('the messages are gone');
    const words = contactDigestMail(messages, count, `${publicOrigin}${MESSAGES_PAGE}`, await zoneOf(people));
    return toAddress(organisers, organisers, words);
  };
}

/** Shows the organisers that mails of this sender arrive. */
export function senderTestLetterWriter({ organisers, publicOrigin }: VisitorLetters): WriteLetter {
  return () => Promise.resolve(toAddress(organisers, organisers, senderTestMail(`${publicOrigin}/go-live`)));
}

/** Acknowledges a message to its sender. */
export function contactAcknowledgedLetterWriter({ contacts, organisers, publicOrigin }: VisitorLetters): WriteLetter {
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
