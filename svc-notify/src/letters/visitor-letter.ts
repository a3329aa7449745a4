import { NEXT_DATE_LINKS } from '@concert/contracts/notify/next-date-links';
import type { MongoContacts } from '../contacts/mongo-contacts.ts';
import { LetterImpossibleError, type Letter, type WriteLetter } from './letter.ts';
import type { HmacLinkTokens } from '../next-date/link-tokens.codec.ts';
import type { MongoSignUps } from '../next-date/mongo-sign-ups.ts';
import { RINGS_CID, SENDER_NAME, type MailWords } from './mail-page.ts';
import { contactAcknowledgedMail, contactDigestMail, contactReceivedMail, nextDateMail, senderTestMail } from './visitor-mail.ts';

export interface VisitorLetters {
  readonly contacts: Pick<MongoContacts, 'byId' | 'ofDigest'>;
  readonly signUps: Pick<MongoSignUps, 'byId'>;
  readonly tokens: Pick<HmacLinkTokens, 'confirming' | 'leaving'>;
  /** Picture of the header, as PNG. */
  readonly rings: Uint8Array;
  /** Receives contact messages, and replies to our mails to visitors. */
  readonly organisers: string;
  readonly publicOrigin: string;
}

/** Writes the mail that brings a visitor's message to the organisers; their reply goes to the visitor. */
export function contactReceivedLetterWriter({ contacts, rings, organisers }: VisitorLetters): WriteLetter {
  return async ({ wordsOf }) => {
    const message = await contacts.byId(wordsOf);
    if (!message) throw new LetterImpossibleError('the message is gone');
    return letter(organisers, message.email, contactReceivedMail(message), rings);
  };
}

/** Where organisers read the messages of visitors: an address of mfe-admin. */
const MESSAGES_PAGE = '/desk?part=messages';

/** The most messages that one mail brings; the others are kept and can be read on the site. */
const MAX_IN_DIGEST = 100;

/** Writes the mail that brings the organisers the messages of a day that were too many to be mailed one by one. */
export function contactDigestLetterWriter({ contacts, rings, organisers, publicOrigin }: VisitorLetters): WriteLetter {
  return async ({ wordsOf }) => {
    const { messages, count } = await contacts.ofDigest(new Date(wordsOf), MAX_IN_DIGEST);
    if (count === 0) throw new LetterImpossibleError('the messages are gone');
    return letter(organisers, organisers, contactDigestMail(messages, count, `${publicOrigin}${MESSAGES_PAGE}`), rings);
  };
}

/** Shows the organisers that mails of this sender arrive. */
export function senderTestLetterWriter({ rings, organisers, publicOrigin }: VisitorLetters): WriteLetter {
  return () => Promise.resolve(letter(organisers, organisers, senderTestMail(`${publicOrigin}/go-live`), rings));
}

/** Acknowledges a message to its sender. */
export function contactAcknowledgedLetterWriter({ contacts, rings, organisers, publicOrigin }: VisitorLetters): WriteLetter {
  return async ({ wordsOf }) => {
    const message = await contacts.byId(wordsOf);
    if (!message) throw new LetterImpossibleError('the message is gone');
    return letter(message.email, organisers, contactAcknowledgedMail(`${publicOrigin}/`), rings);
  };
}

/** Asks somebody to confirm a sign-up for the next date. */
export function nextDateLetterWriter({ signUps, tokens, rings, organisers, publicOrigin }: VisitorLetters): WriteLetter {
  return async ({ wordsOf }) => {
    const signUp = await signUps.byId(wordsOf);
    if (!signUp) throw new LetterImpossibleError('the address was taken off the list');
    const leave = `${publicOrigin}${NEXT_DATE_LINKS.leave}${tokens.leaving(signUp.id)}`;
    const confirm = signUp.confirmedAt
      ? {}
      : { confirm: `${publicOrigin}${NEXT_DATE_LINKS.confirm}${tokens.confirming(signUp.id, signUp.nonce)}` };
    return letter(
      signUp.email,
      organisers,
      nextDateMail({ ...confirm, expiresAt: signUp.linkEndsAt, leave, site: `${publicOrigin}/` }),
      rings,
    );
  };
}

/** No visitor's name in the header or in the text: anything could have been typed as a name and be sent to a stranger. */
function letter(email: string, replyTo: string, words: MailWords, rings: Uint8Array): Letter {
  return {
    to: { email, name: '' },
    fromName: SENDER_NAME,
    replyTo,
    ...words,
    pictures: [{ contentId: RINGS_CID, filename: 'rings.png', png: rings }],
  };
}
