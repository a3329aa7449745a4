import { describe, expect, it } from '@jest/globals';
import { centsIn, codeIn, plainDigits, plainEmail, plainHost, plainSigns, wholeNumberIn } from './as-typed.ts';
import { emailField, mailCodeField, phoneField } from './fields.ts';

describe('B5-605 the digits of every script', () => {
  it('are those of the keyboard, all that Unicode has', () => {
    const digits = Array.from({ length: 0x11_00_00 }, (_, code) => String.fromCodePoint(code)).filter((sign) => /\p{Nd}/u.test(sign));
    expect(digits.length).toBeGreaterThan(600);
    expect(plainDigits(digits.join(''))).toBe('0123456789'.repeat(digits.length / 10));
  });

  it.each([
    ['٥٥٥-٥٥٥-٠١٠٣', '(555) 555-0103'],
    ['５５５－５５５－０１０３', '(555) 555-0103'],
    ['（५५५） ५५५-०१०३', '(555) 555-0103'],
  ])('%s is a phone number', (typed, number) => {
    expect(phoneField.parse(typed)).toBe(number);
  });

  it.each([
    ['٢', 2],
    ['２５', 25],
    [' ١٠٠\u200f', 100],
    ['1 000', 1_000],
    ['١٬٠٠٠', 1_000],
    ['1\u202f000\u202f000', 1_000_000],
    ['2.0', 2],
    ['-1', -1],
    ...['', ' ', '1,000', '1.5', '1e3', '0x10', '1 00', 'two', '²½'].map((typed) => [typed, undefined] as const),
  ])('%j is the whole number %s', (typed, number) => {
    expect(wholeNumberIn(typed)).toBe(number);
  });

  it.each([
    ['25', 2_500],
    ['$12.5', 1_250],
    ['٢٥٫٥٠', 2_550],
    ['＄۱۲．۵۰', 1_250],
    ['1 000.00', 100_000],
    ...['', '12,50', '2,500', '25.005', '-5', '.5'].map((typed) => [typed, undefined] as const),
  ])('%j are %s cents', (typed, cents) => {
    expect(centsIn(typed)).toBe(cents);
  });
});

describe('B5-607 a code of six digits', () => {
  it.each([
    '482913',
    ' 482913\n',
    '482 913',
    '482–913',
    '4 8 2 9 1 3',
    '٤٨٢٩١٣',
    '۴۸۲۹۱۳',
    '४८२९१३',
    '４８２９１３',
    '9:41  Your code is 482913',
    'now 10:05 AM Music for Meditation Concert Your code is 482913',
    'Nov 28, 2026 10:05 Your code is 482913',
    '1 new mail: 482 913',
    '٩:٤١ الرمز ٤٨٢ ٩١٣',
    '482913. The code works once',
    'G-482913 is your code, 482913',
    'Your code: 482913 (until 10:15, call +1 555 555-0103)',
  ])('stands in %j', (typed) => {
    expect(codeIn(typed)).toBe('482913');
    expect(mailCodeField.parse(typed)).toBe('482913');
  });

  it.each([
    '',
    '48291',
    '4829137',
    'order 123456, code 482913',
    'call 555-482913',
    '9:41',
    '10:05:33 482 913',
    'x482913y',
    '2026-11-28 10:05',
  ])('is not clear in %j', (typed) => {
    expect(codeIn(typed)).toBeUndefined();
    expect(mailCodeField.safeParse(typed).success).toBe(false);
  });
});

describe('B5-606 an email address as it is copied', () => {
  it.each([
    ['anna＠example.org', 'anna@example.org'],
    ['anna@example．org', 'anna@example.org'],
    ['anna@example。org', 'anna@example.org'],
    ['anna@müller.example', 'anna@xn--mller-kva.example'],
    ['anna@MÜLLER.example', 'anna@xn--mller-kva.example'],
    ['anna@mu\u0308ller.example', 'anna@xn--mller-kva.example'],
    ['anna@例え.テスト', 'anna@xn--r8jz45g.xn--zckzah'],
    ['Anna Müller <anna@example.org>', 'anna@example.org'],
    ['"Müller, Anna" <anna@müller.example>;', 'anna@xn--mller-kva.example'],
    ['Anna (anna@example.org)', 'anna@example.org'],
    ['anna@example.org (Anna)', 'anna@example.org'],
    ['anna@example.org <mailto:anna@example.org>', 'anna@example.org'],
    ['mailto:anna@example.org', 'anna@example.org'],
    ['MAILTO:anna%2Bmusic@example.org?subject=Tickets', 'anna+music@example.org'],
    ['<anna@example.org>,', 'anna@example.org'],
    ['anna@example.org.', 'anna@example.org'],
    ['“anna@example.org”', 'anna@example.org'],
    ['\ufeff\u2068an\u00adna@exam\u200bple.org\u2069\u00a0', 'anna@example.org'],
    ['guest٠١@example.org', 'guest01@example.org'],
    ['ａｎｎａ@example.org', 'anna@example.org'],
    ['Anna@Example.ORG', 'Anna@Example.ORG'],
  ])('%j is %s', (typed, email) => {
    expect(emailField.parse(typed)).toBe(email);
    expect(plainEmail(email)).toBe(email);
  });

  it.each([
    'Anna <a@b.co>, Ben <c@d.co>',
    'a@b.co, Ben <c@d.co>',
    'a@b.co c@d.co',
    'mailto:a@b.co,c@d.co',
    'a@b.co%2eü',
    'a@ü/b.co',
    'a@ü:1.co',
    '<>',
    'mailto:%',
  ])('%j is none', (typed) => {
    expect(emailField.safeParse(typed).success).toBe(false);
  });

  it.each([`${'<'.repeat(100_000)}`, `${' ,'.repeat(100_000)}x`, 'mailto:'.repeat(100_000), `a@${'ü.'.repeat(50_000)}`])(
    'takes no time for a long text, %#',
    (typed) => {
      expect(emailField.safeParse(typed).success).toBe(false);
    },
  );
});

it('B5-606 the name of a host and a line of signs are read alike', () => {
  expect([plainHost('müller.example'), plainHost('concert.example'), plainSigns(' Ａ\u2011１\u00a0')]).toEqual([
    'xn--mller-kva.example',
    'concert.example',
    'A-1',
  ]);
});
