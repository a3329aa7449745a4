// eslint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/g;

/**
 * Makes one line of at most `most` characters: line breaks, control characters and marks that change the reading direction become a
 * space. Every value of a header (a name, a subject) must pass through here.
 */
export function oneLine(text: string, most = 200): string {
  const line = text.toWellFormed().replace(UNSAFE, ' ').replace(/ {2,}/g, ' ').trim();
  return [...line].slice(0, most).join('');
}
