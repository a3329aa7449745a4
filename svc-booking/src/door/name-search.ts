import { MAX_SEARCH_WORDS, nameWords, normalizeForSearch } from '@concert/contracts/core/search-words';

/** How many letters of a name are needed at least, and how many of the last digits of a phone number. */
const LETTERS = 3;
const DIGITS = 4;
/** A letter of a script that writes names without spaces says as much as three of another. */
const SYLLABLE = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Scripts whose vowels are marks, which are not compared: a letter stands for a syllable and says as much as two of another. */
const WITH_VOWEL =
  /^[\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Thai}\p{sc=Laoo}\p{sc=Mymr}\p{sc=Khmr}\p{sc=Tibt}]/u;

/** A word that the name has to have: as a beginning, or, where it is too short for that, whole. */
interface SearchedWord {
  readonly text: string;
  readonly whole: boolean;
}

/** What somebody at the door typed to find the holder of a lost ticket. */
export interface NameSearch {
  readonly by: 'name' | 'phone';
  /** Each has to be a word of the holder. */
  readonly words: readonly SearchedWord[];
}

const lettersOf = (word: string): number => (SYLLABLE.test(word) ? LETTERS : WITH_VOWEL.test(word) ? 2 : 1) * [...word].length;

/** Reads what was typed; of a longer number, the last digits count. @returns undefined for fewer than three letters or four digits */
export function nameSearch(text: string): NameSearch | undefined {
  const digits = normalizeForSearch(text).replace(/[\s().•+-]/g, '');
  if (/^\d+$/.test(digits))
    return digits.length < DIGITS ? undefined : { by: 'phone', words: [{ text: digits.slice(-DIGITS), whole: true }] };
  const words = normalizeForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MAX_SEARCH_WORDS);
  if (words.reduce((sum, word) => sum + lettersOf(word), 0) < LETTERS) return undefined;
  return { by: 'name', words: words.map((word) => ({ text: word, whole: lettersOf(word) < LETTERS })) };
}

/** Whether a holder is meant. */
export function isMatch({ by, words }: NameSearch, { name, phone }: { readonly name: string; readonly phone: string }): boolean {
  const held = by === 'name' ? nameWords(name) : [phone.replace(/[^0-9]+/g, '').slice(-DIGITS)];
  return words.every(({ text, whole }) => held.some((word) => (whole ? word === text : word.startsWith(text))));
}
