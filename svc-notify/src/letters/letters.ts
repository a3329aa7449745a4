import { token } from '@concert/service-kit/process/provide';
import type { LetterSources } from './letter-sources.ts';
import type { Letter, WriteLetter } from './letter.ts';
import type { MailKind } from '../mails/mail.ts';
import { accountLetterWriter } from './account-letter.ts';
import { choiceLetterWriter, returningLetterWriter } from './choice-letter.ts';
import { invitationLetterWriter } from './invitation-letter.ts';
import { messageLetterWriter } from './message-letter.ts';
import { giftReceiptWriter, notTakenLetterWriter, refundLetterWriter } from './money-letter.ts';
import { complimentaryLetterWriter, revokedLetterWriter, ticketLetterWriter } from './ticket-letter.ts';
import { RINGS_CID } from './mail-page.ts';
import { organiserLetterWriter } from './organiser-letter.ts';
import {
  contactAcknowledgedLetterWriter,
  contactDigestLetterWriter,
  contactReceivedLetterWriter,
  senderTestLetterWriter,
} from './visitor-letter.ts';
import { waitingLetterWriter } from './waiting-letter.ts';

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
  const { contents, drawQr, clock, sender, publicOrigin } = sources;
  const account = accountLetterWriter(sources, sender);
  return {
    ticket: ticketLetterWriter(contents, drawQr),
    'complimentary-ticket': complimentaryLetterWriter(contents, drawQr),
    'complimentary-revoked': revokedLetterWriter(contents, publicOrigin),
    invitation: invitationLetterWriter(contents, false),
    'invitation-reminder': invitationLetterWriter(contents, true),
    'payment-not-taken': notTakenLetterWriter(sources),
    'choice-changed': choiceLetterWriter(contents),
    'returning-changed': returningLetterWriter(contents, publicOrigin),
    'waiting-joined': waitingLetterWriter('waiting', contents, clock),
    'waiting-offered': waitingLetterWriter('offered', contents, clock),
    'waiting-missed': waitingLetterWriter('missed', contents, clock),
    'refund-started': refundLetterWriter('refund-started', contents),
    'refund-issued': refundLetterWriter('refund-issued', contents),
    cancellation: refundLetterWriter('cancellation', contents),
    'gift-receipt': giftReceiptWriter(contents, `${publicOrigin}/the-composer`),
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
