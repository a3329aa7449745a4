import type { ContactMessage } from '../contacts/contact-message.ts';
import { mailPage, SENDER_NAME, type MailWords } from './mail-page.ts';
import { momentIn, oneLine } from './plain-words.ts';

/** What a visitor wrote, for the organisers. */
export function contactReceivedMail({ name, email, subject, message, receivedAt }: Omit<ContactMessage, 'id'>): MailWords {
  const about = oneLine(subject, 200);
  const who = oneLine(name, 120);
  return mailPage({
    subject: `Contact form: ${about}`,
    banner: SENDER_NAME,
    heading: 'A message for you',
    preview: `${who}: ${about}`,
    paragraphs: ['Somebody wrote to you on the concert site. Answer this mail, and it goes to the sender.'],
    rows: [
      ['Name', who],
      ['Email', oneLine(email, 254)],
      ['Subject', about],
      ['Received', momentIn(receivedAt.toISOString(), 'UTC')],
    ],
    quote: message,
    button: { label: 'Answer by mail', url: `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(`Re: ${about}`)}` },
  });
}

/**
 * Tells a sender that the message is here. It carries nothing of what was typed: whoever fills in a form could name a stranger's
 * address, and we would carry the words there.
 */
export function contactAcknowledgedMail(siteUrl: string): MailWords {
  return mailPage({
    subject: 'We have your message',
    banner: SENDER_NAME,
    heading: 'We have your message',
    preview: 'Thank you for writing. The organisers read every message.',
    paragraphs: ['Thank you for writing to us. The organisers read every message and answer to this address.'],
    button: { label: 'Back to the concert site', url: siteUrl },
    notes: ['If you did not write to us, somebody mistyped an address: you need do nothing.'],
  });
}

/** Asks whether an address is meant to be told of the next date, or says that it is on the list already. */
export function nextDateMail(links: { readonly confirm?: string; readonly expiresAt: Date; readonly leave: string; readonly site: string }): MailWords {
  const quietLink = { before: 'You do not want to hear of it?', label: 'Take this address off the list', url: links.leave };
  if (links.confirm === undefined) {
    return mailPage({
      subject: 'You are on the list for the next date',
      banner: SENDER_NAME,
      heading: 'You are on the list',
      preview: 'We write to you as soon as there is a new date.',
      paragraphs: ['Somebody, perhaps you, asked again to be told of the next date. This address is on the list already: we write to you as soon as there is one.'],
      button: { label: 'Back to the concert site', url: links.site },
      quietLink,
    });
  }
  return mailPage({
    subject: 'Shall we tell you of the next date?',
    banner: SENDER_NAME,
    heading: 'One step is left',
    preview: 'Confirm, and we write to you when there is a new date.',
    paragraphs: ['Somebody, we hope you, asked to be told of the next date of the concert. Confirm it, and we write to you once there is one. We use the address for nothing else.'],
    button: { label: 'Yes, tell me', url: links.confirm },
    notes: [`The link works once, until ${momentIn(links.expiresAt.toISOString(), 'UTC')}.`, 'If it was not you, do nothing: without this step we do not write again, and the address is deleted.'],
    quietLink,
  });
}
