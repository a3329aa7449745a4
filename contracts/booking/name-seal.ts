/*
 * How the name list of a door is sealed. Service and device run the same steps, so they stand here, on the Web Cryptography API that both have.
 */

import { nameWords, plain } from '../core/search-words.ts';

/** Length of the beginning of a word by which a name is found; a shorter word is found whole. */
const LETTERS = 3;
/** Last digits of a phone number by which its holder is found. */
const DIGITS = 4;

/**
 * What a term costs: PBKDF2 (RFC 8018) with so many iterations for each pepper. The service takes one pepper of each term at random and keeps
 * none of them, so whoever opens the list pays for all of them, and the service, which seals thousands of terms, for one.
 */
const ITERATIONS = 1_000;
const PEPPERS = 256;

const IV_BYTES = 12;

/** What both runtimes call a CryptoKey. */
type SealKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Which place of the list a term opens, and with which key. */
export interface TermKey {
  readonly tag: string;
  readonly key: SealKey;
}

/** Somebody who has tickets, as the name list has them: no address, no phone number. */
export interface NamedHolder {
  /** The booking or complimentary entry. */
  readonly holder: string;
  readonly name: string;
  /** What the door list knows its tickets by; the first is ticket 1. */
  readonly ticketHashes: readonly string[];
}

const base64url = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

/* A letter of a script that writes names without spaces says as much as three of another. */
const letters = (word: string) =>
  `name:${[...word].slice(0, /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(word) ? 1 : LETTERS).join('')}`;

/** The terms by which a holder is found: the first letters of each word of the name, the last digits of the phone number. */
export function termsOfHolder(name: string, phone: string): string[] {
  const digits = plain(phone).replace(/\D+/g, '');
  const last = digits.length >= DIGITS ? [`phone:${digits.slice(-DIGITS)}`] : [];
  return [...new Set([...nameWords(name).map(letters), ...last])];
}

/** What somebody typed to find a holder: the term that opens the list, and the words that narrow down what it opens. */
export interface NameSearch {
  readonly term: string;
  readonly by: 'name' | 'phone';
  readonly words: readonly string[];
}

/** Reads a search; of a longer number, the last digits count. @returns undefined for what has no letters, and for fewer digits */
export function nameSearch(text: string): NameSearch | undefined {
  const digits = plain(text).replace(/[\s().•+-]/g, '');
  if (/^\d+$/.test(digits)) return digits.length >= DIGITS ? { term: `phone:${digits.slice(-DIGITS)}`, by: 'phone', words: [] } : undefined;
  const words = plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const [first] = words.toSorted((one, other) => other.length - one.length);
  return first === undefined ? undefined : { term: letters(first), by: 'name', words };
}

/** Whether every word of a search begins a word of the name. */
export function fits({ words }: NameSearch, name: string): boolean {
  const held = nameWords(name);
  return words.every((word) => held.some((one) => one.startsWith(word)));
}

const randomPepper = (): number => crypto.getRandomValues(new Uint8Array(1))[0]! % PEPPERS;

/** One of the keys of a term. @param pepper from 0 to 255; by default one at random */
export async function termKey(term: string, salt: string, pepper = randomPepper()): Promise<TermKey> {
  const text = new TextEncoder();
  const password = await crypto.subtle.importKey('raw', text.encode(term), 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-512', salt: text.encode(`${salt}.${pepper}`), iterations: ITERATIONS },
    password,
    512,
  );
  const key = await crypto.subtle.importKey('raw', bits.slice(0, 32), 'AES-GCM', false, ['encrypt', 'decrypt']);
  return { tag: base64url(new Uint8Array(bits.slice(32, 48))), key };
}

/** All keys that the service may have taken for a term: every pepper is tried, and this is what a look-up costs. */
export function allTermKeys(term: string, salt: string): Promise<TermKey[]> {
  return Promise.all(Array.from({ length: PEPPERS }, (_, pepper) => termKey(term, salt, pepper)));
}

/** Encrypts what one term opens, with AES-GCM. */
export async function sealHolders({ key }: TermKey, holders: readonly NamedHolder[]): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const text: Uint8Array<ArrayBuffer> = new TextEncoder().encode(JSON.stringify(holders));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text);
  return base64url(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
}

/** What {@link sealHolders} encrypted; nobody for what is damaged. */
export async function openHolders({ key }: TermKey, sealed: string): Promise<NamedHolder[]> {
  const bytes = bytesOf(sealed);
  const text = await crypto.subtle
    .decrypt({ name: 'AES-GCM', iv: bytes.slice(0, IV_BYTES) }, key, bytes.slice(IV_BYTES))
    .catch(() => undefined);
  return text === undefined ? [] : (JSON.parse(new TextDecoder().decode(text)) as NamedHolder[]);
}
