/*
 * How people are found by the beginnings of words: in the report, in the list of guests, among accounts, refunds and at the door. What is
 * stored and what is asked for are brought to the same letters here, so that they always meet.
 */

import { plainDigits } from './as-typed.ts';

/** Characters of one word that are kept and asked for. */
export const MAX_WORD_LENGTH = 64;
/** Words of one text or search that are kept and asked for. */
export const MAX_SEARCH_WORDS = 12;

const APOSTROPHES = /['`´‘’‛′ʹʻʼʽʾʿˈꞌ׳＇]/gu;
const HYPHENS = /[\p{Pd}\u2212]/gu;
/** Letters that Unicode does not take apart, by what is typed where a keyboard lacks them; and one letter's forms. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ð: 'd', đ: 'd', ɖ: 'd', ɗ: 'd', ħ: 'h', ı: 'i', ɨ: 'i', ł: 'l', ŋ: 'n', ø: 'o', ɔ: 'o' },
  ...{ ŧ: 't', ʉ: 'u', ɓ: 'b', ƀ: 'b', ə: 'e', ɛ: 'e', ǥ: 'g', ƙ: 'k', ƴ: 'y', ς: 'σ' },
  ...{ '\u0649': '\u064a', '\u06cc': '\u064a', '\u06a9': '\u0643', '\u0629': '\u0647', '\u0640': '' },
};
const OWN_FORM = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
/** Scripts that write names without spaces; a letter is a syllable or a word. */
const SYLLABLES = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{2,8}$/u;

/** A text as it is compared: no capitals, no marks, no apostrophes, no wide or narrow forms, one hyphen, the digits 0 to 9. */
export function normalizeForSearch(text: string): string {
  return plainDigits(
    text
      .replace(APOSTROPHES, '')
      .normalize('NFKD')
      .replace(/[\p{M}\p{DI}]/gu, '')
      .toLowerCase()
      .replace(OWN_FORM, (letter) => LETTERS[letter]!)
      .replace(HYPHENS, '-'),
    // Korean syllables were taken apart.
  ).normalize('NFC');
}

/** The first words of a text, as they are compared. */
export function wordsOf(text: string): string[] {
  return normalizeForSearch(text)
    .split(/[\s,;\p{Cc}]+/u)
    .filter(Boolean)
    .map((word) => word.slice(0, MAX_WORD_LENGTH))
    .slice(0, MAX_SEARCH_WORDS);
}

/** The words of a search, each once; every one of them has to begin one of the words that are stored. */
export function searchTerms(search: string): string[] {
  return [...new Set(wordsOf(search))];
}

/** The words by which a name is found: whole, the parts of those with hyphens and apostrophes, and what follows each letter of a name without spaces. */
export function nameWords(name: string): string[] {
  const words = wordsOf(name);
  const parts = wordsOf(name.replace(APOSTROPHES, ' ').replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '));
  const tails = parts.flatMap((part) => (SYLLABLES.test(part) ? [...part].map((_, at, letters) => letters.slice(at).join('')) : []));
  return [...new Set([...words, ...parts, ...tails])];
}
