import type { ContactMessage } from '@concert/contracts/notify/contact';
import { recentInWords } from '@concert/contracts/core/time-in-words';
import { texts } from './texts.ts';

/** Windows hands a program at most 2,083 characters of an address, so a longer one would open no mail program there. */
export const MAX_LINK_LENGTH = 2_000;
/** Longest part of the address that the subject may take; the rest is for the words. */
const MAX_SUBJECT_LENGTH = 800;
const CUT = '[…]';

/**
 * The `mailto:` address (RFC 6068) that opens an answer to a message in the organiser's own mail program: to its sender, with 'Re:' and the
 * words quoted. Everything in it is percent-encoded, so nothing a visitor typed can add a header or another recipient; what would make it
 * longer than {@link MAX_LINK_LENGTH} is cut.
 */
export function answerLink({ name, email, subject, message, receivedAt }: ContactMessage, timeZone: string): string {
  const words = texts.messages.reply;
  const to = encodeURIComponent(email).replace('%40', '@');
  const start = `mailto:${to}?subject=${fitted(words.subject(subject), MAX_SUBJECT_LENGTH)}&body=`;
  const intro = `\n\n${words.wrote(name, recentInWords(receivedAt, timeZone))}\n`;
  return `${start}${fitted(`${intro}${quoted(message)}`, MAX_LINK_LENGTH - start.length)}`;
}

function quoted(message: string): string {
  return message
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/* Mail programs want CR LF as the end of a line. */
const encoded = (text: string) => encodeURIComponent(text.replaceAll('\n', '\r\n'));

/** As much of a text as fits once it is encoded; characters outside the basic plane are never cut in two. */
function fitted(text: string, length: number): string {
  const whole = encoded(text);
  if (whole.length <= length) return whole;
  const end = encoded(CUT);
  let shown = '';
  for (const character of text) {
    const next = encoded(character);
    if (shown.length + next.length + end.length > length) break;
    shown += next;
  }
  return `${shown}${end}`;
}
