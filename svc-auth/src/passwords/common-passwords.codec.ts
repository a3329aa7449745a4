import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Bytes kept of each hash: one text in some twenty million is taken for a listed password and is none. */
const HASH_BYTES = 5;
/** Shorter passwords are not listed: they are mostly words, and nobody may choose one that short. */
export const SHORTEST_LISTED = 6;

/** What the list keeps of a password: the first bytes of its SHA-256. */
function listedHash(password: string): Buffer {
  return createHash('sha256').update(password).digest().subarray(0, HASH_BYTES);
}

/** Hashes of passwords out of breaches, sorted. Made by `dev/make-common-passwords.ts` and shipped, so that nothing is asked over a network. */
const HASHES = readFileSync(new URL('./common-passwords.bin', import.meta.url));

/** Whether a text in small letters is on the list of passwords out of breaches. */
export function isCommonPassword(text: string): boolean {
  const wanted = listedHash(text);
  let [from, to] = [0, HASHES.length / HASH_BYTES];
  while (from < to) {
    const middle = (from + to) >> 1;
    const order = HASHES.compare(wanted, 0, HASH_BYTES, middle * HASH_BYTES, (middle + 1) * HASH_BYTES);
    if (order === 0) return true;
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return false;
}

const textsIn = (file: string): string[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split(/\s+/);

/**
 * What long passwords in leaked lists are made of, longest first so that none hides another. A password of fifteen characters on such a list
 * nearly always consists of words of this kind, one after the other, with digits around them; so the words are kept here, and not the lists.
 */
export const COMMON_WORDS: readonly string[] = textsIn('./common-words.txt').toSorted((a, b) => b.length - a.length);

/** Passphrases that everybody has read somewhere, without spaces and signs. */
export const COMMON_PHRASES: ReadonlySet<string> = new Set(textsIn('./common-phrases.txt'));
