import type { Message, Reader } from '@concert/contracts/notify/message-runs';
import { mailPage, SENDER_NAME, type MailWords } from './mail-page.ts';
import { markedWords, plainLine } from './marked-words.ts';
import { oneLine } from './plain-words.ts';
import type { ConcertOfMail } from './ticket-bookings.ts';

/** Whom a message addresses, beside its words. */
export interface MessageReader {
  readonly kind: Reader;
  /** Empty where it is not known. */
  readonly name: string;
  /** Absent for readers of the next-date list, who hold nothing. */
  readonly concert?: Pick<ConcertOfMail, 'title' | 'supportEmail' | 'supportPhone'>;
  /** Takes a reader off the next-date list. */
  readonly leave?: string;
}

/** Lays out a message of a run. Its words are an organiser's: marks are read, all else is escaped. */
export function messageMail({ subject, words }: Message, { name, concert, leave }: MessageReader, siteUrl: string): MailWords {
  const blocks = markedWords(words);
  const heading = oneLine(subject, 200);
  return mailPage({
    subject: heading,
    banner: concert ? oneLine(concert.title, 120) : SENDER_NAME,
    heading,
    preview: oneLine(blocks.flatMap(({ lines }) => lines.map(plainLine)).join(' '), 140),
    paragraphs: name === '' ? [] : [`Dear ${oneLine(name, 120)},`],
    blocks,
    button: { label: 'Open the concert site', url: siteUrl },
    ...(leave === undefined
      ? {}
      : { quietLink: { before: 'You do not want to hear of the next date?', label: 'Take this address off the list', url: leave } }),
    ...(concert ? { help: { email: oneLine(concert.supportEmail, 254), phone: oneLine(concert.supportPhone, 40) } } : {}),
  });
}
