import type { MailId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/provide';
import type { Mail } from '../mails/mail.ts';

/** A picture that stands in the text of a letter as `cid:contentId`. */
export interface LetterPicture {
  readonly contentId: string;
  readonly filename: string;
  readonly png: Uint8Array;
}

/** A mail with its words, ready for the provider. */
export interface Letter {
  readonly to: { readonly email: string; readonly name: string };
  readonly fromName: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly pictures: readonly LetterPicture[];
}

/** There is nothing to send and never will be: the fault in fixed words. */
export class LetterImpossibleError extends Error {
  override readonly name = 'LetterImpossibleError';
}

/** Writes the letter of a mail. @throws LetterImpossibleError, or whatever keeps it from being written now */
export type WriteLetter = (mail: Pick<Mail, 'kind' | 'wordsOf'>) => Promise<Letter>;

/** What became of a letter at the provider. */
export type Delivery =
  | { readonly outcome: 'accepted'; readonly messageId: string }
  | {
      readonly outcome: 'refused';
      readonly reason: string;
      readonly status: number;
      readonly temporary: boolean;
      readonly retryAfterMs?: number;
    };

export const MAIL_PROVIDER = token<MailProvider>('MailProvider');

/** Who carries letters to their readers. */
export interface MailProvider {
  /** Hands a letter over once; never throws for what the provider answers, or does not answer. */
  send(id: MailId, letter: Letter): Promise<Delivery>;
}
