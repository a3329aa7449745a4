import { token } from '@concert/service-kit/process/provide';
import type { HttpAccountMails } from './http-account-mails.ts';
import type { WriteLetter } from './letter.ts';
import type { MailKind } from '../mails/mail.ts';
import type { HttpAudiencePeople } from '../messages/http-audience-people.ts';
import type { HttpRefundMails } from './http-refund-mails.ts';
import type { HttpTicketBookings } from './http-ticket-bookings.ts';
import { accountLetterWriter } from './account-letter.ts';
import { choiceLetterWriter } from './choice-letter.ts';
import { messageLetterWriter, type MessageLetters } from './message-letter.ts';
import { giftReceiptWriter, notTakenLetterWriter, refundLetterWriter } from './money-letter.ts';
import { complimentaryLetterWriter, revokedLetterWriter, ticketLetterWriter } from './ticket-letter.ts';
import { organiserLetterWriter, type OrganiserLetters } from './organiser-letter.ts';
import {
  contactAcknowledgedLetterWriter,
  contactDigestLetterWriter,
  contactReceivedLetterWriter,
  nextDateLetterWriter,
  senderTestLetterWriter,
  type VisitorLetters,
} from './visitor-letter.ts';

/** What letters are written from. */
export interface LetterSources
  extends VisitorLetters, Pick<MessageLetters, 'messageRuns' | 'recipients'>, Pick<OrganiserLetters, 'news' | 'team'> {
  readonly bookings: Pick<HttpTicketBookings, 'booking' | 'entry' | 'choice'>;
  readonly refunds: Pick<HttpRefundMails, 'show'>;
  readonly people: Pick<HttpAudiencePeople, 'show' | 'concert' | 'heldFor'>;
  readonly accounts: Pick<HttpAccountMails, 'show'>;
  readonly drawQr: (text: string) => Uint8Array;
  /** Sender address of every mail. */
  readonly sender: string;
}

/** The writer of each kind of mail. */
export type Letters = Readonly<Record<MailKind, WriteLetter>>;
export const LETTERS = token<Letters>('Letters');

/** Assigns a writer to each kind of mail. */
export function lettersOf(sources: LetterSources): Letters {
  const { bookings, refunds, rings, drawQr, sender, publicOrigin } = sources;
  const account = accountLetterWriter(sources, sender);
  return {
    ticket: ticketLetterWriter(bookings, drawQr, rings),
    'complimentary-ticket': complimentaryLetterWriter(bookings, drawQr, rings),
    'complimentary-revoked': revokedLetterWriter(bookings, rings, publicOrigin),
    'payment-not-taken': notTakenLetterWriter(sources),
    'choice-changed': choiceLetterWriter(bookings, rings),
    'refund-started': refundLetterWriter('refund-started', refunds, rings),
    'refund-issued': refundLetterWriter('refund-issued', refunds, rings),
    cancellation: refundLetterWriter('cancellation', refunds, rings),
    'gift-receipt': giftReceiptWriter(refunds, rings, `${publicOrigin}/the-composer`),
    verification: account,
    'password-reset': account,
    'sign-in-code': account,
    'account-exists': account,
    'password-changed': account,
    'new-place': account,
    'passkey-added': account,
    'passkey-moved': account,
    'passkeys-removed': account,
    'approval-asked': account,
    'big-action': account,
    'approval-rule-changed': account,
    'contact-received': contactReceivedLetterWriter(sources),
    'contact-digest': contactDigestLetterWriter(sources),
    'contact-acknowledged': contactAcknowledgedLetterWriter(sources),
    'next-date-confirm': nextDateLetterWriter(sources),
    'sender-test': senderTestLetterWriter(sources),
    'organiser-news': organiserLetterWriter(sources),
    message: messageLetterWriter(sources),
  };
}
