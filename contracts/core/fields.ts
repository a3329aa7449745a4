import { z } from 'zod';

/*
 * Rules of single fields that a person types. Browser and server use the same ones, so a value is refused in both
 * with the same text. The texts are those of the specification, section 5.
 */

/* Control characters except tab and line feed, bidirectional overrides and isolates, lone surrogates, byte-order mark. */
// eslint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f\u0080-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/u;
const MARK_PILE = /\p{M}{5,}/u;

/** True when a text holds nothing that could change how its neighbours are read (controls, bidi overrides, lone surrogates). */
export function isPlainText(value: string): boolean {
  return value.isWellFormed() && !UNSAFE.test(value) && !MARK_PILE.test(value);
}

/**
 * One line of text that a person types: trimmed (any Unicode space), 1 to `max` characters, no line breaks.
 * @param label the field's name as the screen shows it, for 'Name is required'
 */
export function lineField(label: string, max = 200) {
  return z
    .string({ error: `${label} is required` })
    .transform((value) => value.trim())
    .pipe(
      z
        .string()
        .min(1, { error: `${label} is required`, abort: true })
        .max(max, { error: `${label} is too long (at most ${max} characters)`, abort: true })
        .refine((value) => isPlainText(value) && !/[\n\t\u2028\u2029]/.test(value), {
          error: `${label} contains characters that cannot be used`,
        }),
    );
}

/** A paragraph a person types: as {@link lineField}, but line breaks are kept. */
export function paragraphField(label: string, max = 10_000) {
  return z
    .string({ error: `${label} is required` })
    .transform((value) => value.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, { error: `${label} is required`, abort: true })
        .max(max, { error: `${label} is too long (at most ${max} characters)`, abort: true })
        .refine(isPlainText, { error: `${label} contains characters that cannot be used` }),
    );
}

/** A link of the web that begins with https, of at most 300 characters. */
export function httpsLink(label: string) {
  return lineField(label, 300).refine((value) => /^https:\/\/[^\s"'<>]+$/.test(value) && URL.canParse(value), {
    error: `${label} must begin with https://`,
  });
}

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * Whether a text is an address mail can be sent to: dot-atom local part of at most 64 characters and a host name of
 * two or more labels (RFC 5321 section 4.5.3.1, RFC 1035 section 2.3.1). Quoted local parts, address literals,
 * comments and display names are not accepted: no real visitor types them and mail relays disagree about them.
 */
export function isEmail(value: string): boolean {
  if (value.length > 254) return false;
  const at = value.indexOf('@');
  if (at < 1 || at !== value.lastIndexOf('@')) return false;
  const local = value.slice(0, at);
  const labels = value.slice(at + 1).split('.');
  return (
    local.length <= 64 &&
    LOCAL_PART.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => DOMAIN_LABEL.test(label)) &&
    /[a-z]/i.test(labels[labels.length - 1] ?? '')
  );
}

/** An email address. Surrounding spaces typed by accident are dropped; case is kept, {@link emailKey} compares. */
export const emailField = z
  .string({ error: 'Email is required' })
  .transform((value) => value.replace(/^ +| +$/g, ''))
  .pipe(z.string().min(1, { error: 'Email is required', abort: true }).refine(isEmail, { error: 'Email is invalid' }));

/** The form under which two spellings of one address are the same account. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

const SEPARATOR = '[-.\\u2022]';
const PHONE = new RegExp(`^(\\([0-9]{3}\\) ?|[0-9]{3}${SEPARATOR}?)[0-9]{3}${SEPARATOR}?[0-9]{4}$`);

/**
 * US-style phone number of 10 digits, optional parentheses around the area code, separators dash, dot or bullet
 * (specification section 5). Only the digits 0 to 9 count as digits.
 */
export function isPhone(value: string): boolean {
  return PHONE.test(value);
}

/** Phone number, trimmed; texts 'Phone number is required' and 'Phone number is invalid'. */
export const phoneField = z
  .string({ error: 'Phone number is required' })
  .transform((value) => value.replace(/^ +| +$/g, ''))
  .pipe(z.string().min(1, { error: 'Phone number is required', abort: true }).refine(isPhone, { error: 'Phone number is invalid' }));
