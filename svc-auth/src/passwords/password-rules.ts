import { PASSWORD_MIN } from '@concert/contracts/auth/account-rules';
import { withoutInvisible } from '@concert/contracts/core/as-typed';
import { isPlainText } from '@concert/contracts/core/fields';
import { DomainError } from '@concert/service-kit/process/errors';
import { COMMON_PHRASES, COMMON_WORDS, isCommonPassword, SHORTEST_LISTED } from './common-passwords.codec.ts';

/** Characters that must be left of a password when everything that guessers try first is taken out. */
const OWN_CHARACTERS = 8;
/** Passwords out of breaches that are taken out, and the characters that must be left then: fewer, because those passwords include many words. */
const LISTED_PARTS = 2;
const CHARACTERS_BESIDE_LISTED = 5;
const MAX_LISTED = 20;
const FEWEST_DIFFERENT = 6;
const MAX_PATTERN_LENGTH = 8;
/** Pieces of a keyboard row or of an order count from this length. */
const RUN = 4;
const SHORTEST_PART = 3;

/** Rows of keyboards, and the orders everybody knows. Read forwards and backwards. */
const KEYBOARD_ROWS: readonly string[] = [
  ...['abcdefghijklmnopqrstuvwxyz', '01234567890', '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p', '!@#$%^&*()'],
  ...['qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm', 'yxcvbnm', 'azertyuiop'],
];

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * Why a new password is not accepted, in words for the person, or undefined. NIST SP 800-63B-4 section 3.1.1.2: no rules about kinds of
 * characters, but nothing that is commonly used, expected or made from the account's own address.
 */
export function weaknessOf(password: string, email: string): string | undefined {
  const text = password.normalize('NFC');
  if (!isPlainText(text) || withoutInvisible(text) !== text)
    return 'Password contains invisible characters, which could not be typed again';
  const characters = [...text];
  if (characters.length < PASSWORD_MIN) return `Password must have at least ${PASSWORD_MIN} characters`;
  const lower = text.toLowerCase();
  if (new Set([...lower]).size < FEWEST_DIFFERENT || isPattern([...lower]))
    return 'This password repeats a few characters. Please choose one that does not follow a pattern';
  const withoutEmail = withoutParts(lower, partsOf(email));
  if (withoutEmail !== lower && ownCharacters(withoutEmail) < OWN_CHARACTERS)
    return 'Please choose a password that is not made from your email address';
  const rest = withoutRuns(withoutParts(withoutRuns(lower), COMMON_WORDS));
  const asLetters = [...lower].map((character) => LOOKALIKES[character] ?? character).join('');
  const readAsLetters = withoutRuns(withoutParts(asLetters, COMMON_WORDS));
  const letters = lower.replace(/[^\p{L}\p{N}]/gu, '');
  if (COMMON_PHRASES.has(letters) || Math.min(ownCharacters(rest), ownCharacters(readAsLetters)) < OWN_CHARACTERS) {
    return 'This password is one that is guessed first. Please choose words that do not belong together';
  }
  if ([lower, asLetters].some((read) => ownCharacters(withoutListed(read)) < CHARACTERS_BESIDE_LISTED))
    return 'This password is made of passwords that were stolen elsewhere. Please choose words of your own';
  return undefined;
}

/** The whole password is one short piece, repeated. */
function isPattern(characters: readonly string[]): boolean {
  for (let length = 1; length <= MAX_PATTERN_LENGTH && length * 2 <= characters.length; length += 1) {
    if (characters.every((character, index) => index < length || character === characters[index - length])) return true;
  }
  return false;
}

function partsOf(email: string): string[] {
  const lower = email.toLowerCase();
  return [lower, ...lower.split('@'), ...lower.split(/[^\p{L}\p{N}]+/u)]
    .filter((part) => part.length >= SHORTEST_PART)
    .toSorted((a, b) => b.length - a.length);
}

/** Takes every occurrence out and leaves a gap, so that its neighbours do not join into something else. */
function withoutParts(text: string, parts: readonly string[]): string {
  return parts.reduce((rest, part) => rest.split(part).join(' '), text);
}

/** Takes out the listed passwords that make up most of a text, however often they stand there. */
function withoutListed(text: string): string {
  let rest = text;
  for (let part = 0; part < LISTED_PARTS; part += 1) {
    const most = listedIn(rest).toSorted((a, b) => covered(rest, b) - covered(rest, a))[0];
    if (most === undefined) return rest;
    rest = withoutParts(rest, [most]);
  }
  return rest;
}

function listedIn(text: string): string[] {
  const found = new Set<string>();
  for (let from = 0; from + SHORTEST_LISTED <= text.length; from += 1)
    for (let to = from + SHORTEST_LISTED; to <= Math.min(from + MAX_LISTED, text.length); to += 1) {
      const part = text.slice(from, to);
      if (!part.includes(' ') && isCommonPassword(part)) found.add(part);
    }
  return [...found];
}

/** How many characters of a text a part of it makes up. */
function covered(text: string, part: string): number {
  return (text.split(part).length - 1) * part.length;
}

/** Takes out pieces of keyboard rows and orders, and one character repeated. */
function withoutRuns(text: string): string {
  let rest = '';
  for (let at = 0; at < text.length;) {
    const length = runAt(text, at);
    if (length >= RUN) at += length;
    rest += length >= RUN ? ' ' : (text[at] ?? '');
    if (length < RUN) at += 1;
  }
  return rest;
}

function runAt(text: string, at: number): number {
  let longest = 1;
  while (text[at + longest] === text[at]) longest += 1;
  for (const row of KEYBOARD_ROWS) {
    for (const order of [row, [...row].reverse().join('')]) {
      const from = order.indexOf(text[at] ?? '');
      if (from < 0) continue;
      let length = 1;
      while (from + length < order.length && text[at + length] === order[from + length]) length += 1;
      longest = Math.max(longest, length);
    }
  }
  return longest;
}

/** Characters that are left, not counting spaces, signs and a year or other digits at the edges. */
function ownCharacters(text: string): number {
  return [...text.replace(/[^\p{L}\p{N}\p{S}]/gu, '').replace(/^\p{N}+|\p{N}+$/gu, '')].length;
}

/** @throws DomainError `auth.password_too_weak`, saying at the field what to do */
export function assertStrong(password: string, email: string): void {
  const weakness = weaknessOf(password, email);
  if (weakness)
    throw new DomainError('auth.password_too_weak', {
      detail: weakness,
      errors: [{ pointer: '/password', field: 'password', detail: weakness }],
    });
}
