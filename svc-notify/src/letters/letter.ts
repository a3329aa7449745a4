import { waitingRoutes } from '@concert/contracts/booking/waiting';
import { isEmail } from '@concert/contracts/core/email';
import type { MailId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';
import type { Mail } from '../mails/mail.ts';
import { SENDER_NAME, type MailContent } from './mail-page.ts';
import { oneLine } from './plain-words.ts';

/** A picture that the letter's HTML shows as `cid:contentId`. */
export interface LetterPicture {
  readonly contentId: string;
  readonly filename: string;
  readonly png: Uint8Array;
}

/** A mail with its text, ready for the provider. */
export interface Letter {
  readonly to: { readonly email: string; readonly name: string };
  readonly fromName: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly pictures: readonly LetterPicture[];
  /** Further headers, single lines each. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Of a mail that goes to many people at once (RFC 3834): mail programs answer none by themselves. */
export const TO_MANY = { Precedence: 'bulk' } as const;

/** This mail can never be sent. Its message is one of a fixed set. */
export class LetterImpossibleError extends Error {
  override readonly name = 'LetterImpossibleError';
}

/** The reason for this mail has ended before it was sent, or its reader does not want it any more: nobody has to look at it. Its message is one of a fixed set. */
export class LetterUnwantedError extends Error {
  override readonly name = 'LetterUnwantedError';
}

/** A letter as its writer leaves it: what every letter shows is not among its pictures. */
export type WrittenLetter = Omit<Letter, 'pictures'> & { readonly pictures?: readonly LetterPicture[] };

/** Writes the letter of a mail. @throws LetterImpossibleError, or the error that prevents it for now */
export type WriteLetter = (mail: Pick<Mail, 'kind' | 'wordsOf'>) => Promise<WrittenLetter>;

/** Who has a booking or an entry, and their concert. */
export interface Holder {
  readonly email: string;
  readonly name: string;
  readonly concert: { readonly title: string; readonly supportEmail: string };
}

/** To a holder, from their concert. @throws LetterImpossibleError */
export function toHolder({ email, name, concert }: Holder, words: MailContent): WrittenLetter {
  if (!isEmail(email)) throw new LetterImpossibleError('the address of the reader is not one');
  return { to: { email, name: oneLine(name, 120) }, fromName: oneLine(concert.title, 120), replyTo: concert.supportEmail, ...words };
}

/**
 * From the site to an address. No name in the header: somebody could have typed a stranger's address with any text as the name, and we would deliver it.
 */
export function toAddress(email: string, replyTo: string, words: MailContent): WrittenLetter {
  return { to: { email, name: '' }, fromName: SENDER_NAME, replyTo, ...words };
}

/** As {@link endedByOnePress}, for a button that leaves the waiting list. @param leaveUrl the link of the page that does */
export function leftByOnePress(leaveUrl: string) {
  const { origin, search } = new URL(leaveUrl);
  return endedByOnePress(`${origin}${waitingRoutes.leaveWaitingAtOnce.path}${search}`);
}

/** Headers by which mail programs show a button that wants no more of these mails (RFC 8058). @param url where they post it */
export function endedByOnePress(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** The provider's answer to a letter. */
export type Delivery =
  | { readonly outcome: 'accepted'; readonly messageId: string }
  | {
      readonly outcome: 'refused';
      readonly reason: string;
      readonly status: number;
      readonly temporary: boolean;
      /** It refuses our key or sender, and so every mail. */
      readonly refusesUs?: boolean;
      readonly retryAfterMs?: number;
    };

export const MAIL_PROVIDER = token<MailProvider>('MailProvider');

/** Sends letters. */
export interface MailProvider {
  /** Sends a letter, in one attempt. Does not throw when the provider refuses it or does not answer. */
  send(id: MailId, letter: Letter): Promise<Delivery>;
}
