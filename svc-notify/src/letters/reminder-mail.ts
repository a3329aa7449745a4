import { concertDate } from '@concert/contracts/booking/concert-date';
import { eveningFacts } from '@concert/contracts/booking/evening-facts';
import type { MessageText } from '@concert/contracts/booking/reader-messages';
import { concertMail, type MailContent } from './mail-page.ts';
import { lineAsPlainText, parseMarkup } from './markup.ts';
import { oneLine } from './plain-words.ts';
import type { MailConcert, TicketPass } from './http-letter-contents.ts';
import { ticketsOfMail } from './ticket-letter.ts';

/** Lays out a reminder: the words, what is to be known of the evening, and every ticket that its reader holds, with its link and its code. */
export function reminderMail(
  { subject, words }: MessageText,
  { name, concert, passes }: { readonly name: string; readonly concert: MailConcert; readonly passes: readonly TicketPass[] },
): MailContent {
  const blocks = parseMarkup(words);
  const heading = oneLine(subject, 200);
  const several = passes.length > 1;
  const links = passes.map(({ ticketUrl, tickets, seating }) => ({
    label: several
      ? `Open ${tickets.length === 1 ? 'your ticket' : `your ${tickets.length} tickets`}, ${oneLine(seating)}`
      : 'Open your tickets',
    url: ticketUrl,
  }));
  const { mapUrl } = concert.notes;
  return concertMail(concert, {
    subject: heading,
    heading,
    lede: concertDate(concert),
    preview: oneLine(blocks.flatMap(({ lines }) => lines.map(lineAsPlainText)).join(' '), 140),
    paragraphs: name === '' ? [] : [`Dear ${oneLine(name, 120)},`],
    blocks,
    rows: eveningFacts(concert).map(({ term, value }) => [term, oneLine(value, 400)] as const),
    button: links[0]!,
    moreLinks: [...links.slice(1), ...(mapUrl ? [{ label: 'Open the map', url: mapUrl }] : [])],
    notes: [
      'A link opens the tickets without signing in, and then offline too. Anyone with it has your tickets: please do not share it publicly.',
    ],
    tickets: passes.flatMap((pass, at) => ticketsOfMail(pass, at, several)),
  });
}
