/*
 * How what people type or paste is read, in every form, sheet, code and setting. Phones, other keyboards and other programs bring letters of
 * other widths, digits of other scripts, and marks that nobody sees. Nothing here says whether a value is right: see fields.ts.
 */

/*
 * Marks that nobody sees and that come along when something is copied: soft hyphens, directions, word joiners, byte-order marks. Not among
 * them are the joiners that form letters (Persian, Indic scripts) and emoji.
 */
const UNSEEN = /[\u00ad\u061c\u180e\u200e\u200f\u202a-\u202d\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** A text without the marks that nobody sees. */
export function withoutInvisible(value: string): string {
  return value.replace(UNSEEN, '');
}

/* The digits of every script stand ten in a row, from zero on. */
function plainDigit(sign: string): string {
  const code = sign.codePointAt(0)!;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** A text with the decimal digits of every script as 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, plainDigit);
}

/** An address, a number or a code in the signs of the keyboard: no wide forms, digits 0 to 9, one kind of space and hyphen, none at its ends. Control characters stay. */
export function plainSigns(value: string): string {
  return plainDigits(value.replace(/[\p{DI}\ufff9-\ufffb]/gu, '').normalize('NFKC'))
    .replace(/[\p{Zs}\t]/gu, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/^ +/, '')
    .replace(/(?<! ) +$/, '');
}

/** Thousands are set apart by a space or by the sign that Arabic has for it. A comma or a dot could as well stand before cents. */
const THOUSANDS = /(?<=\d)[ \u066c](?=\d{3}(?!\d))/g;

const plainNumber = (text: string) => plainSigns(text).replace(THOUSANDS, '').replace('\u066b', '.');

/** A whole number of at most 15 digits as it is typed: `2`, `٢`, `1 000`; spreadsheets write `2.0`. @returns undefined for anything else */
export function wholeNumberIn(text: string): number | undefined {
  const number = plainNumber(text);
  return /^[+-]?\d{1,15}(?:\.0*)?$/.test(number) ? Number(number) : undefined;
}

/**
 * Dollars as they are typed, in cents: `25`, `$12.5`, `٢٥٫٥٠`. A comma is refused, because in half of the world it stands before cents.
 * @returns undefined for what is no amount
 */
export function centsIn(text: string): number | undefined {
  const [, dollars, cents = ''] = /^\$? ?(\d{1,12})(?:\.(\d{1,2}))?$/.exec(plainNumber(text)) ?? [];
  return dollars === undefined ? undefined : Number(`${dollars}${cents.padEnd(2, '0')}`);
}

const CODE_LENGTH = 6;
/** Six digits that are no part of a longer number, date, time or word. */
const TOGETHER = /(?<!\w)(?<!\d[-.:/,])\d{6}(?!\w|[-.:/,]\d)/g;
/** The same with a space or a hyphen in the middle. */
const IN_HALVES = /(?<!\w)(?<!\d[-.:/, ])\d{3}[- ]\d{3}(?!\w|[-.:/, ]\d)/g;

/**
 * The code of six digits in what was pasted, filled in or typed: nothing but its digits, however they are set apart, or the only six in a text
 * that stand together. @returns undefined where none is, or more than one
 */
export function codeIn(text: string): string | undefined {
  const plain = plainSigns(text).replace(/\s+/g, ' ');
  const digits = plain.replace(/[- .]/g, '');
  if (/^\d+$/.test(digits)) return digits.length === CODE_LENGTH ? digits : undefined;
  for (const pattern of [TOGETHER, IN_HALVES]) {
    const [found, other] = new Set(plain.match(pattern)?.map((code) => code.replace(/\D/g, '')));
    if (found !== undefined) return other === undefined ? found : undefined;
  }
  return undefined;
}

/** Nothing longer holds an address and a name. */
const LONGEST = 1_000;
/** Whom an address is for stands before it or behind it, in a mail program or a header. */
const INNER = [
  /^([^<>]*)<([^<>]+)>$/,
  /^([^()]*)\(([^()@]+@[^()]+)\)$/,
  /^([^[\]]*)\[([^[\]@]+@[^[\]]+)\]$/,
  /^()["'“‘«]([^"'“”‘’«»]+)["'”’»]$/,
];
const COMMENT = /^([^\s()@]+@[^\s()@]+) \([^()@]*\)$/;
/** Host names outside ASCII: letters, digits and the full stops of other scripts, and nothing that a link would read otherwise. */
const HOST = /^[\p{L}\p{M}\p{N}.。-]+$/u;

/**
 * An email address in its plain form, out of what was copied: `Anna <anna@example.org>`, `mailto:anna@example.org?subject=…`,
 * `<anna@example.org>,`, `anna@müller.example`. A text with two addresses stays as it is, and is none.
 */
export function plainEmail(typed: string): string {
  if (typed.length > LONGEST || /^[\w.+-]+@[A-Za-z\d.-]*[A-Za-z\d]$/.test(typed)) return typed;
  const email = innerAddress(plainSigns(typed));
  const at = email.lastIndexOf('@');
  return at < 0 ? email : `${email.slice(0, at + 1)}${plainHost(email.slice(at + 1))}`;
}

function innerAddress(text: string): string {
  const bare = text.replace(/(?:(?<![,;.。 ])[,;.。 ]+)$/, '').replace(COMMENT, '$1');
  if (/^mailto:/i.test(bare)) return innerAddress(decoded(bare.slice('mailto:'.length).replace(/\?.*$/s, '')));
  for (const pattern of INNER) {
    const [, before, inside] = pattern.exec(bare) ?? [];
    if (before === undefined || inside === undefined) continue;
    const inner = innerAddress(inside.trim());
    const named = before.match(/[^\s<>()[\]"',;]+@[^\s<>()[\]"',;]+/g) ?? [];
    return named.every((other) => other.toLowerCase() === inner.toLowerCase()) ? inner : text;
  }
  return bare;
}

function decoded(text: string): string {
  try {
    return plainSigns(decodeURIComponent(text));
  } catch {
    return text;
  }
}

/** The name of a host as browsers and mail servers write one of other letters (UTS 46, punycode). */
export function plainHost(host: string): string {
  // eslint-disable-next-line no-control-regex
  if (/^[\u0000-\u007f]*$/.test(host) || !HOST.test(host)) return host;
  return URL.parse(`http://${host}`)?.hostname ?? host;
}
