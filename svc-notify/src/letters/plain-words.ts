import { spanInWords } from '@concert/contracts/core/time-in-words';

// eslint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g;

/**
 * Makes one line of at most `most` characters: line breaks, control characters and marks that change the reading direction become a
 * space. Every value of a header (a name, a subject) must pass through here.
 */
export function oneLine(text: string, most = 200): string {
  const line = text.toWellFormed().replace(UNSAFE, ' ').replace(/ {2,}/g, ' ').trim();
  return [...line].slice(0, most).join('');
}

/** Signs by which mail programs and the provider divide a list of addresses (RFC 5322, 3.2.3). */
const SPECIALS = /[()<>[\]:;@\\,"]/;
/** What a mail program would decode (RFC 2047); nobody types it in good faith. */
const ENCODED = /=\?/g;
/** Bytes that fit into one encoded word of 75 characters. */
const MAX_BYTES = 45;

/** A subject as its reader sees it: one line that no mail program decodes into another. */
export function headText(text: string, most?: number): string {
  return oneLine(text, most).replace(ENCODED, '= ?');
}

/**
 * The name of a sender or recipient for the head of a mail, so that mail programs show it as it was typed. The provider writes it there as it
 * is, so signs that divide addresses are hidden in encoded words (RFC 2047); letters of any script it encodes itself.
 */
export function headName(name: string): string {
  const line = headText(name);
  if (!SPECIALS.test(line)) return line;
  const words: string[] = [];
  let word = '';
  for (const character of line) {
    if (Buffer.byteLength(word + character) > MAX_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((each) => `=?UTF-8?B?${Buffer.from(each).toString('base64')}?=`).join(' ');
}

/** `10 minutes`, `5 hours`, `7 days`: how long it is until a moment, to the minute; whole hours from two on, whole days from two on. */
export function lengthUntil(end: Date | string, now: Date): string {
  const minutes = Math.max(1, Math.round((new Date(end).getTime() - now.getTime()) / 60_000));
  const unit = minutes < 120 ? 60 : minutes < 2_880 ? 3_600 : 86_400;
  return spanInWords(Math.floor((minutes * 60) / unit) * unit);
}

/** The link to the receipt of a booking, where there is one. @param label names the booking in a mail about several */
export function receiptLink({ receiptUrl = '' }: { readonly receiptUrl?: string | undefined }, label = 'Open your receipt') {
  return /^https?:\/\//.test(receiptUrl) ? [{ label, url: receiptUrl }] : [];
}
