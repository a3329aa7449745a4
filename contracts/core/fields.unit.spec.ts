import { describe, expect, it } from '@jest/globals';
import { isEmail } from './email.ts';
import { anyPhoneField, emailField, emailKey, lineField, nameField, paragraphField, phoneField } from './fields.ts';
import { dialledDigits } from './phone.ts';

const texts = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map(({ message }) => message);

describe('a line of text', () => {
  const name = lineField('Name', 200);
  it.each(['', ' ', '\u00a0', '\u3000', '\t', '\n', '\u200b', '\u200e\u2060\u00ad'])('S5-12 %j is blank: Name is required', (value) => {
    expect(texts(name.safeParse(value))).toEqual(['Name is required']);
  });
  it.each([null, undefined, 7, true, {}, ['Anna']])('%j is no text: Name is required', (value) => {
    expect(texts(name.safeParse(value))).toEqual(['Name is required']);
  });
  it.each([
    '\u0000',
    'a\u000bb',
    '\u202Egnp.exe',
    'a' + '\u0301'.repeat(5),
    'ก' + '\u0e47'.repeat(13),
    'gnp.\u202eexe',
    '\uD800',
    'Anna\r\nContent-Type: text/html',
    'x\u2028y',
  ])('%j would change how its neighbours read and is refused', (value) => {
    expect(texts(name.safeParse(value))).toEqual(['Name contains characters that cannot be used']);
  });
  it.each([
    'Anne-Marie',
    'محمد علي',
    '李',
    '\u2167',
    'undefined',
    '<img src=x onerror=alert(1)>',
    "';--",
    '=1+1',
    '&lt;b&gt;',
    'Zoë',
    '👩‍👩‍👧',
  ])('%j is a text like any other and is kept as typed', (value) => {
    expect(name.parse(value)).toBe(value);
  });
  it('is trimmed, and measured after that', () => {
    expect(name.parse('  Anna\u00a0')).toBe('Anna');
    expect(name.parse(` ${'a'.repeat(200)} `)).toHaveLength(200);
    expect(texts(name.safeParse('a'.repeat(201)))).toEqual(['Name is too long (at most 200 characters)']);
  });
});

/* Letters that are written with joiners or with many marks: an emoji, Persian, the old and the new spelling of Malayalam, Burmese, Tibetan, a Hebrew verse. */
const REAL = ['👩‍👩‍👧', 'می‌خواهم', 'മോഹന്‍', 'ക്‍ഷ', 'မြွှောက် လှ', 'བྷྲཱུྃ', 'ཧྐྵྨླྺྼྻྂ', 'בְּרֵאשִׁ֖ית', 'Nguyễn', '葛\u{e0100}飾'];

describe('letters of every script', () => {
  it.each(REAL)('B9-565 %s is taken as typed as a name, a line and a paragraph', (text) => {
    for (const field of [nameField('Name', 120), lineField('Title'), paragraphField('Message')]) {
      const typed = text === '👩‍👩‍👧' ? `${text} Lim` : text;
      expect(field.parse(typed)).toBe(typed);
    }
  });
});

describe('a name', () => {
  it.each([', ;', '-', '7', '=1+1', '\u3164', '’', '👩‍👩‍👧', '\u200b\u200d'])('B9-565 %j has no letter: Name is required', (value) => {
    expect(texts(nameField('Name', 120).safeParse(value))).toEqual(['Name is required']);
  });
});

describe('marks that nobody sees', () => {
  it.each([
    [lineField('Name'), '\u200eMeera Lark', 'Meera Lark'],
    [lineField('Name'), 'נועה לוי\u200f', 'נועה לוי'],
    [lineField('Name'), '\u2068Meera\u2069 Lark\u200d', 'Meera Lark'],
    [lineField('Name'), 'Kim\u200bLee\u2060', 'KimLee'],
    [lineField('Name'), 'Ann\tHill\u00ad', 'Ann Hill'],
    [paragraphField('Message'), '\ufeffone\u00ad\n\u200btwo\u200b', 'one\n\u200btwo'],
    [emailField, '\u00a0guest104@example.org\u00a0\u200b', 'guest104@example.org'],
    [emailField, 'jean\u2011luc@example.org', 'jean-luc@example.org'],
    [phoneField, '\u202a(555) 555-0103\u202c', '(555) 555-0103'],
    [phoneField, '\u202d(555)\u00a0555\u20110104\u202c', '(555) 555-0104'],
    [phoneField, '555\u2012555\u22120104', '(555) 555-0104'],
  ])('B9-566 are dropped, and spaces and hyphens of every kind are taken: %#', (field, typed, kept) => {
    expect(field.parse(typed)).toBe(kept);
  });
  it('are dropped quickly from a long text', () => {
    expect(paragraphField('Message').parse(`${' \u200b'.repeat(500_000)}x`)).toBe('x');
  });
});

describe('a paragraph', () => {
  it('keeps its line breaks, spelled one way', () => {
    expect(paragraphField('Message').parse('one\r\ntwo\rthree\n')).toBe('one\ntwo\nthree');
  });
  it('is refused beyond 10,000 characters', () => {
    expect(texts(paragraphField('Message').safeParse('a'.repeat(10_001)))).toEqual(['Message is too long (at most 10000 characters)']);
  });
  it('is checked quickly even when it is one long word', () => {
    expect(paragraphField('Message').safeParse(`${'a'.repeat(5_000)}!`).success).toBe(true);
  });
});

describe('an email address', () => {
  it.each(['a+tag@b.co', 'a@b.museum', 'a@xn--bcher-kva.example', "a'or'1@b.co", 'A.B@Example.ORG', `${'a'.repeat(64)}@b.co`])(
    '%s is one',
    (value) => {
      expect(isEmail(value)).toBe(true);
    },
  );
  it.each([
    '@',
    '@b.co',
    'a@b',
    'a b@c.co',
    'a@b@c.co',
    'a.@b.co',
    '.a@b.co',
    'a..b@c.co',
    'a@.b.co',
    'a@b..co',
    'a@-b.co',
    'a@b-.co',
    'a@b_c.co',
    'a@127.0.0.1',
    'a@localhost',
    '"a\\"b"@c.co',
    'a@b.co\n',
    'a@b.co,c@d.co',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.co`,
  ])('%j is not: Email is invalid', (value) => {
    expect(texts(emailField.safeParse(value))).toEqual(['Email is invalid']);
  });
  it.each(['', '   ', null, 0, ['a@b.co']])('S5-13 %j is missing: Email is required', (value) => {
    expect(texts(emailField.safeParse(value))).toEqual(['Email is required']);
  });
  it.each(['аdmin@b.co', 'müller@b.co'])('B5-629 %s has letters before the @ that mail does not take, which is said', (value) => {
    expect(texts(emailField.safeParse(value))).toEqual([expect.stringMatching(/^Email is invalid: before the @, /)]);
  });
  it('is one account in any case and in any spelling', () => {
    for (const typed of [' Anna@Example.ORG', 'Anna <ANNA@example．org>']) expect(emailKey(typed)).toBe('anna@example.org');
  });
});

describe('a phone number', () => {
  it.each(['(555) 123-4567', '(555)123-4567', '555-123-4567', '555.123.4567', '555•123•4567', '5551234567'])(
    'S5-15 %s is one, and all have one form',
    (value) => {
      expect(phoneField.parse(value)).toBe('(555) 123-4567');
    },
  );
  it.each([
    '1-555-123-4567',
    '5551234567 x12',
    '555123456',
    '(555 123-4567',
    '555--123-4567',
    '5551234567-',
    '555-ABC-4567',
    '911',
    '=5551234567',
    'tel:5551234567',
    '5551234567, 5551234568',
    '555\u00b7123\u00b74567',
    '555\u200b--1234567',
  ])('S5-15 %j is not: Phone number is invalid', (value) => {
    expect(texts(phoneField.safeParse(value))).toEqual(['Phone number is invalid']);
  });
  it.each(['', ' ', null, 5_551_234_567, { $gt: '' }])('S5-14 %j is missing: Phone number is required', (value) => {
    expect(texts(phoneField.safeParse(value))).toEqual(['Phone number is required']);
  });
  it.each([
    ['555-123-4567', '(555) 123-4567', '+15551234567'],
    ['+43 732 123456', '+43 732 123456', '+43732123456'],
    ['+43 (0)732/12 34 56-10', '+43 732 12 34 56 10', '+4373212345610'],
    ['\u202a＋٩١ ٩٨٧٦٥ ٤٣٢١٠\u202c', '+91 98765 43210', '+919876543210'],
    ['+442071838750', '+442071838750', '+442071838750'],
  ])('B5-595 %j of the organisers is %s, and dials %s', (typed, shown, dialled) => {
    expect([anyPhoneField.parse(typed), dialledDigits(shown)]).toEqual([shown, dialled]);
  });
  it.each(['43 732 123456', '+0 732 123456', '+43', '++43 732 123456', '+43 732 123456 or 7', '+1234567890123456'])(
    'B5-595 %j of the organisers is none',
    (value) => {
      expect(texts(anyPhoneField.safeParse(value))).toEqual(['Phone number is invalid']);
    },
  );
});
