import { token } from '@concert/service-kit/process/provide';
import type { HttpAccountMails } from './http-account-mails.ts';
import type { Letter, WriteLetter } from './letter.ts';
import type { MailKind } from '../mails/mail.ts';
import type { HttpAudiencePeople } from '../messages/http-audience-people.ts';
import type { HttpRefundMails } from './http-refund-mails.ts';
import type { HttpTicketBookings } from './http-ticket-bookings.ts';
import { accountLetterWriter } from './account-letter.ts';
import { choiceLetterWriter, returningLetterWriter } from './choice-letter.ts';
import { invitationLetterWriter } from './invitation-letter.ts';
import { messageLetterWriter, type MessageLetters } from './message-letter.ts';
import { giftReceiptWriter, notTakenLetterWriter, refundLetterWriter } from './money-letter.ts';
import { complimentaryLetterWriter, revokedLetterWriter, ticketLetterWriter } from './ticket-letter.ts';
import { RINGS_CID } from './mail-page.ts';
import { organiserLetterWriter, type OrganiserLetters } from './organiser-letter.ts';
import {
  contactAcknowledgedLetterWriter,
  contactDigestLetterWriter,
  contactReceivedLetterWriter,
  senderTestLetterWriter,
  type VisitorLetters,
} from './visitor-letter.ts';
import { waitingLetterWriter } from './waiting-letter.ts';

/** What letters are written from. */
export interface LetterSources
  extends VisitorLetters, Pick<MessageLetters, 'messageRuns' | 'recipients' | 'clock'>, Pick<OrganiserLetters, 'news' | 'team'> {
  readonly bookings: Pick<HttpTicketBookings, 'booking' | 'entry' | 'choice' | 'invitation' | 'waiting'>;
  readonly refunds: Pick<HttpRefundMails, 'show'>;
  readonly people: Pick<HttpAudiencePeople, 'show' | 'concert' | 'heldFor'>;
  readonly accounts: Pick<HttpAccountMails, 'show'>;
  readonly drawQr: (text: string) => Uint8Array;
  /** Picture of the header of every letter, as PNG. */
  readonly rings: Uint8Array;
  /** Sender address of every mail. */
  readonly sender: string;
}

/** The writer of each kind of mail. */
export type Letters = Readonly<Record<MailKind, (mail: Parameters<WriteLetter>[0]) => Promise<Letter>>>;
export const LETTERS = token<Letters>('Letters');

/** Assigns a writer to each kind of mail. */
export function lettersOf(sources: LetterSources): Letters {
  const rings = { contentId: RINGS_CID, filename: 'rings.png', png: sources.rings };
  const withRings =
    (write: WriteLetter): Letters[MailKind] =>
    async (mail) => {
      const { pictures = [], ...letter } = await write(mail);
      return { ...letter, pictures: [rings, ...pictures] };
    };
  return Object.fromEntries(Object.entries(writersOf(sources)).map(([kind, write]) => [kind, withRings(write)])) as unknown as Letters;
}

function writersOf(sources: LetterSources): Readonly<Record<MailKind, WriteLetter>> {
  const { bookings, refunds, drawQr, clock, sender, publicOrigin } = sources;
  const account = accountLetterWriter(sources, sender);
  return {
    ticket: ticketLetterWriter(bookings, drawQr),
    'complimentary-ticket': complimentaryLetterWriter(bookings, drawQr),
    'complimentary-revoked': revokedLetterWriter(bookings, publicOrigin),
    invitation: invitationLetterWriter(bookings, false),
    'invitation-reminder': invitationLetterWriter(bookings, true),
    'payment-not-taken': notTakenLetterWriter(sources),
    'choice-changed': choiceLetterWriter(bookings),
    'returning-changed': returningLetterWriter(bookings, publicOrigin),
    'waiting-joined': waitingLetterWriter('waiting', bookings, clock),
    'waiting-offered': waitingLetterWriter('offered', bookings, clock),
    'waiting-missed': waitingLetterWriter('missed', bookings, clock),
    'refund-started': refundLetterWriter('refund-started', refunds),
    'refund-issued': refundLetterWriter('refund-issued', refunds),
    cancellation: refundLetterWriter('cancellation', refunds),
    'gift-receipt': giftReceiptWriter(refunds, `${publicOrigin}/the-composer`),
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
    'sender-test': senderTestLetterWriter(sources),
    'organiser-news': organiserLetterWriter(sources),
    message: messageLetterWriter(sources),
  };
}
