/*
 * How people are found by the beginnings of words: what is stored and what is asked for are brought to the same letters here,
 * so that they always meet.
 */

/** Characters of one word that are kept and asked for. */
export const MAX_WORD_LENGTH = 64;
const MAX_WORDS = 12;

/** A text as it is compared: no capitals, no accents, no wide or narrow forms. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The first words of a text, as they are compared. */
export function wordsOf(text: string): string[] {
  return plain(text)
    .split(/[\s,;\p{Cc}]+/u)
    .filter(Boolean)
    .map((word) => word.slice(0, MAX_WORD_LENGTH))
    .slice(0, MAX_WORDS);
}

/** The words of a search, each once; every one of them has to begin one of the words that are stored. */
export function searchTerms(search: string): string[] {
  return [...new Set(wordsOf(search))];
}

/** Sorts after every text that begins with the prefix: the upper bound of a range. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10FFFF}`;
}

/** MongoDB's condition on a list of words: one of them begins with the prefix. Both bounds have to hold for one and the same word. */
export function oneBeginsWith(prefix: string): { $elemMatch: { $gte: string; $lt: string } } {
  return { $elemMatch: { $gte: prefix, $lt: endOfPrefix(prefix) } };
}
