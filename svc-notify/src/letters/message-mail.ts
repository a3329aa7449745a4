import type { ChoiceOffer } from '@concert/contracts/booking/audience';
import { momentInWords } from '@concert/contracts/core/time-in-words';
import type { MessageText } from '@concert/contracts/booking/reader-messages';
import { mailPage, type MailContent } from './mail-page.ts';
import { parseMarkup, lineAsPlainText, type Block } from './markup.ts';
import { oneLine } from './plain-words.ts';
import type { MailConcert } from './http-letter-contents.ts';

/** Whom a message addresses, beside its words. */
export interface MessageReader {
  readonly name: string;
  readonly concert: Pick<MailConcert, 'title' | 'timeZone' | 'supportEmail' | 'supportPhone'>;
  /** The choice links of the reader's bookings, after a postponement. */
  readonly choices?: readonly ChoiceOffer[];
  /** What the message says of further bookings of the reader, a paragraph each. */
  readonly besides?: readonly string[];
  /** Takes a reader off the next-date list. */
  readonly leave?: string | undefined;
}

/** Lays out a message of a run. Its words are an organiser's: marks are read, all else is escaped. */
export function messageMail(
  { subject, words }: MessageText,
  { name, concert, choices = [], besides = [], leave }: MessageReader,
  siteUrl: string,
): MailContent {
  const written = parseMarkup(words);
  const blocks = [
    ...written,
    ...besides.map((text): Block => ({ kind: 'paragraph', lines: [[{ text }]] })),
    ...choiceBlocks(choices, concert.timeZone),
  ];
  const heading = oneLine(subject, 200);
  const [choose, ...moreLinks] = choices.map(({ tickets, seating, url }) => ({
    label: `Choose for ${tickets === 1 ? 'your ticket' : `your ${tickets} tickets`}, ${seating}`,
    url,
  }));
  return mailPage({
    subject: heading,
    banner: oneLine(concert.title, 120),
    heading,
    preview: oneLine(written.flatMap(({ lines }) => lines.map(lineAsPlainText)).join(' '), 140),
    paragraphs: [`Dear ${oneLine(name, 120)},`],
    blocks,
    ...(choose ? { button: choose, moreLinks, notes: [CHOICE_LINKS] } : { button: { label: 'Open the concert site', url: siteUrl } }),
    ...(leave === undefined
      ? {}
      : { quietLink: { before: 'No longer want to hear about the next date?', label: 'Take this address off the list', url: leave } }),
    help: { email: oneLine(concert.supportEmail, 254), phone: oneLine(concert.supportPhone, 40) },
  });
}

const SILENCE = {
  keep: 'If you choose nothing, you keep your tickets, and they are valid for the new date.',
  refund: 'If you choose nothing, your tickets are then cancelled and refunded to the card you paid with.',
} as const;

const CHOICE_LINKS = 'Opening a link changes nothing. It needs no password: please do not share it.';

/** What holders can choose after a postponement. An organiser's words cannot leave it out. */
function choiceBlocks(choices: readonly ChoiceOffer[], timeZone: string): Block[] {
  const [first] = choices;
  if (!first) return [];
  return [
    {
      kind: 'paragraph',
      lines: [
        [
          { text: `Until ${momentInWords(first.chooseUntil, timeZone)}`, bold: true },
          {
            text: ` you can choose: keep all tickets, or return some or all of them. They are refunded to your card, or given to the welfare work if you wish. ${SILENCE[first.silence]}`,
          },
        ],
      ],
    },
  ];
}
