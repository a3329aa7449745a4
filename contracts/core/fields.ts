import { z } from 'zod';
import { codeIn, plainEmail, plainSigns, withoutInvisible } from './as-typed.ts';
import { isEmail } from './email.ts';

/*
 * Rules of single fields that a person types. Browser and server use the same ones, so a value is refused in both
 * with the same text. The texts are those of the specification, section 5.
 */

/* Control characters except tab and line feed, the override that shows letters in reverse, noncharacters. */
// eslint-disable-next-line no-control-regex
const UNUSABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\ufffe\uffff]/gu;
/* Marks that belong to no script never pile up higher than four; a Tibetan syllable that is sung in meditation has eight of its own. */
const MARK_PILE = /(?:(?=\p{M})\p{sc=Zinh}){5}|\p{M}{13}/u;
const ENDS = /[\s\u200b-\u200d]/u;
const JOINERS = /[\u200c\u200d]/u;

/** True when a text holds nothing that could change how its neighbours are read (controls, letters in reverse, lone surrogates, piles of marks). */
export function isPlainText(value: string): boolean {
  return value.isWellFormed() && value.search(UNUSABLE) < 0 && !MARK_PILE.test(value);
}

/** A text without the characters at its ends that fit. */
function trimmed(text: string, ends: RegExp): string {
  let start = 0;
  let end = text.length;
  while (start < end && ends.test(text.charAt(start))) start += 1;
  while (start < end && ends.test(text.charAt(end - 1))) end -= 1;
  // Behind a mark, a joiner belongs to the letter: the old spelling of the last letters of Malayalam.
  if (JOINERS.test(text.charAt(end)) && /\p{M}/u.test(text.charAt(end - 1))) end += 1;
  return text.slice(start, end);
}

/* In a line, a tab is a space. A space without width is none: nobody who reads the line sees it. */
const tidyLine = (value: string) =>
  trimmed(
    withoutInvisible(value)
      .replace(/\t/g, ' ')
      .replace(/\u200b/g, ''),
    ENDS,
  );
const tidyParagraph = (value: string) => trimmed(withoutInvisible(value).replace(/\r\n?/g, '\n'), ENDS);
const tooLong = (label: string, max: number) => ({ error: `${label} is too long (at most ${max} characters)`, abort: true }) as const;
const unusable = (label: string) => ({ error: `${label} contains characters that cannot be used`, abort: true }) as const;

function filledText(label: string, max: number, clean: (value: string) => string, isUsable: (value: string) => boolean) {
  return z
    .string({ error: `${label} is required` })
    .transform(clean)
    .pipe(
      z
        .string()
        .min(1, { error: `${label} is required`, abort: true })
        .max(max, tooLong(label, max))
        .refine(isUsable, unusable(label)),
    );
}

function optionalText(label: string, max: number, clean: (value: string) => string) {
  return z
    .string({ error: `${label} must be a text` })
    .transform(clean)
    .pipe(z.string().max(max, tooLong(label, max)).refine(isPlainText, unusable(label)));
}

const isLine = (value: string) => isPlainText(value) && !/[\n\u2028\u2029]/.test(value);

/**
 * One line of text that a person types: tidied, 1 to `max` characters, no line breaks.
 * @param label the field's name as the screen shows it, for 'Name is required'
 */
export function lineField(label: string, max = 200) {
  return filledText(label, max, tidyLine, isLine);
}

/** The name of a person: a line with a letter of any script. */
export function nameField(label: string, max: number) {
  return lineField(label, max).refine((value) => /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{Nl}]/u.test(value.replace(/\p{DI}/gu, '')), {
    error: `${label} is required`,
  });
}

/** A paragraph a person types: as {@link lineField}, but line breaks are kept. */
export function paragraphField(label: string, max = 10_000) {
  return filledText(label, max, tidyParagraph, isPlainText);
}

/** A paragraph that may be left empty. */
export function optionalParagraph(label: string, max: number) {
  return optionalText(label, max, tidyParagraph);
}

/** A text that may be left empty, and is read in one line as well as in a paragraph: line breaks become spaces. */
export function optionalNote(label: string, max: number) {
  return optionalText(label, max, (value) => tidyLine(value).replace(/\s+/gu, ' '));
}

/** What is read back of typed fields: texts. They were checked when they were typed, and a later rule does not refuse what is stored. */
export function storedTexts<K extends string>(fields: Readonly<Record<K, z.ZodType<string>>>): Record<K, z.ZodString> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, z.string()])) as Record<K, z.ZodString>;
}

/** Step of a field that is looked up or compared, and never kept: any text is taken, and a character that no field takes meets nothing. */
export function replaceUnusable(value: string): string {
  return value.toWellFormed().replace(UNUSABLE, '\ufffd');
}

/** A text of `max` characters at most that another service has checked, or that nobody types. */
export function plainField(max: number) {
  return z.string().max(max).refine(isPlainText);
}

/** An opaque value of ours or of a provider (cursor, id, secret): visible ASCII characters, without spaces. */
export function codeField(max: number, error = 'is not valid') {
  return z
    .string({ error })
    .max(max, { error })
    .refine((value) => /^[\x21-\x7e]+$/.test(value), { error });
}

/** A link of the web that begins with https, of at most 300 characters. */
export function httpsLink(label: string) {
  return lineField(label, 300).refine((value) => /^https:\/\/[^\s"'<>]+$/.test(value) && URL.canParse(value), {
    error: `${label} must begin with https://`,
  });
}

/** The provider that sends the mails takes no others (no SMTPUTF8). */
const OTHER_LETTERS = 'Email is invalid: before the @, email takes letters without accents, digits and signs only';

/** An email address in its {@link plainEmail plain form}; case is kept, {@link emailKey} compares. */
export const emailField = z
  .string({ error: 'Email is required' })
  .transform(plainEmail)
  .pipe(
    z
      .string()
      .min(1, { error: 'Email is required', abort: true })
      .refine(isEmail, { error: ({ input }) => (/[^\p{ASCII}].*@/u.test(String(input)) ? OTHER_LETTERS : 'Email is invalid') }),
  );

/** The form under which two spellings of one address are the same account. */
export function emailKey(email: string): string {
  return plainEmail(email).toLowerCase();
}

/** The code of six digits out of a mail. */
export const mailCodeField = z
  .string({ error: 'Code is required' })
  .transform((typed) => codeIn(typed) ?? typed)
  .pipe(z.string().regex(/^[0-9]{6}$/, { error: 'The code has six digits' }));

const SEPARATOR = '[-.\\u2022]';
const PHONE = new RegExp(`^(\\([0-9]{3}\\) ?|[0-9]{3}${SEPARATOR}?)[0-9]{3}${SEPARATOR}?[0-9]{4}$`);

/**
 * US-style phone number of 10 digits, optional parentheses around the area code, separators dash, dot or bullet
 * (specification section 5). {@link phoneField} reads the digits of other scripts before.
 */
function isPhone(value: string): boolean {
  return PHONE.test(value);
}

/** A phone number in its one form, `(212) 555-0141`, however it is typed; what is none stays, in the signs of the keyboard. */
function plainPhone(typed: string): string {
  const number = plainSigns(typed);
  return isPhone(number) ? number.replace(/\D/g, '').replace(/(...)(...)/, '($1) $2-') : number;
}

const phoneFieldOf = (plain: (typed: string) => string, isRight: (value: string) => boolean) =>
  z
    .string({ error: 'Phone number is required' })
    .transform(plain)
    .pipe(z.string().min(1, { error: 'Phone number is required', abort: true }).refine(isRight, { error: 'Phone number is invalid' }));

/** Phone number in its one form; texts 'Phone number is required' and 'Phone number is invalid'. */
export const phoneField = phoneFieldOf(plainPhone, isPhone);

/**
 * A number of any country in its one form, `+43 732 123456`: a plus sign, the country code and the rest, at most 15 digits (ITU-T E.164,
 * section 6), set apart as they were typed. The zero of calls within a country, `(0)`, is not dialled from abroad. What is none stays.
 */
function plainAnyPhone(typed: string): string {
  const number = plainPhone(typed);
  const groups = number.replace('(0)', ' ').match(/\d+/g) ?? [];
  return /^\+[1-9(][\d ()./-]*$/.test(number) ? `+${groups.join(' ')}` : number;
}

/** Number of the organisers, of any country: of the US as {@link phoneField} has it, of others with a plus sign. The same texts. */
export const anyPhoneField = phoneFieldOf(plainAnyPhone, (value) => isPhone(value) || /^\+[1-9](?: ?\d){6,14}$/.test(value));

/** Phone number that may be left empty. */
export const optionalPhone = z
  .string({ error: 'Phone number is invalid' })
  .transform(plainPhone)
  .pipe(z.string().refine((value) => value === '' || isPhone(value), { error: 'Phone number is invalid' }));
