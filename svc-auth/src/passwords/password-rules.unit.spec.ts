import { readFileSync } from 'node:fs';
import { newPasswordField } from '@concert/contracts/auth/http';
import { describe, expect, it } from '@jest/globals';
import { Argon2Passwords } from './argon2-passwords.ts';
import { isCommonPassword } from './common-passwords.codec.ts';
import { weaknessOf } from './password-rules.ts';

const EMAIL = 'Anna.Kowalska@example.org';

describe('the list of passwords out of breaches', () => {
  it.each(['123456', 'qwerty123456789', 'nemvxyheqdd5oqxyxyzi', 'mailcreated5240'])('has %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each(['', 'violet harbour', 'gallops', '123456789123456788'])('has no %j', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it('is longer than the 3,000 commonest', () => {
    // Five bytes of a hash each.
    expect(readFileSync(new URL('./common-passwords.bin', import.meta.url)).length / 5).toBeGreaterThan(40_000);
  });
});

describe('a new password', () => {
  it.each([
    'violet harbour lantern 9',
    'wooden-teapot-gallops-north',
    'Zażółć gęślą jaźń wkrótce',
    '我们昨天在山上看到了一只白色的鹿啊',
    '🎻🎹🥁🪈🌿🔔🎵🪷🎻🌊🔔🌱🌙🎵🪷',
    '  edges keep their spaces  ',
    'k7#Vq!9zLw2@xTb',
    'garden7music lantern',
    `${'tangerine-orbit-'.repeat(1)}${'velvet-quill-'.repeat(4)}end`,
    'my mango tree blooms in may',
  ])('may be %j', (password) => {
    expect(newPasswordField.safeParse(password).success).toBe(true);
    expect(weaknessOf(password, EMAIL)).toBeUndefined();
  });

  it.each([
    ['password1234567', 'guessed first'],
    ['Password1234567!', 'guessed first'],
    ['P@ssw0rdP@ssw0rd', 'pattern'],
    ['passwordpassword', 'pattern'],
    ['qwertyuiopasdfgh', 'guessed first'],
    ['1234567890123456', 'guessed first'],
    ['abcdefghijklmnop', 'guessed first'],
    ['zyxwvutsrqponmlk', 'guessed first'],
    ['1qaz2wsx3edc4rfv', 'guessed first'],
    ['aaaaaaaaaaaaaaa', 'repeats'],
    ['abababababababab', 'repeats'],
    ['abcabcabcabcabc', 'repeats'],
    ['😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀', 'repeats'],
    ['iloveyouforever2024', 'guessed first'],
    ['correct horse battery staple', 'guessed first'],
    ['Letmein-please-2026', 'guessed first'],
    ['thisismypassword', 'guessed first'],
    ['musicformeditation', 'guessed first'],
    ['MusicForMeditation2026', 'guessed first'],
    ['hd764nw5d7e1vb1', 'stolen elsewhere'],
    ['lhbjkjubz2957704', 'stolen elsewhere'],
    ['HD764NW5D7E1VB1-2026', 'stolen elsewhere'],
    ['Chickenwing101!!', 'stolen elsewhere'],
    ['teapot-tangerine-99', 'stolen elsewhere'],
    ['lantern lantern 1 lantern', 'stolen elsewhere'],
    ['t3apot-t4ng3rin3-99', 'stolen elsewhere'],
    ['Anna.Kowalska@example.org', 'email address'],
    ['annakowalska2026', 'email address'],
    ['kowalska-kowalska-1', 'email address'],
    ['example.org anna 99', 'email address'],
    ['half hidden \u202e words here', 'invisible'],
    ['byte order \ufeff mark here', 'invisible'],
  ])('B7-505 must not be %j', (password, words) => {
    expect(weaknessOf(password, EMAIL)).toContain(words);
  });

  it.each([64, 65, 200])('of %i characters is taken, and counts to its last one', async (length) => {
    const password = 'tangerine orbit velvet quill '.repeat(7).slice(0, length - 1);
    expect(newPasswordField.safeParse(`${password}7`)).toEqual({ success: true, data: `${password}7` });
    const passwords = new Argon2Passwords();
    const hash = await passwords.hash(`${password}7`);
    expect([await passwords.matches(`${password}7`, hash), await passwords.matches(`${password}8`, hash)]).toEqual([true, false]);
    expect(await passwords.matches(password, hash)).toBe(false);
  });

  it('is hashed by argon2id with 19 MiB and two passes', async () => {
    expect(await new Argon2Passwords().hash('violet harbour lantern 9')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('is measured in characters, not in bytes, and never cut', () => {
    expect(newPasswordField.safeParse('fourteen chars').success).toBe(false);
    expect(newPasswordField.safeParse('fifteen chars..').success).toBe(true);
    expect(newPasswordField.safeParse('é'.repeat(14)).success).toBe(false);
    expect(newPasswordField.safeParse('e\u0301'.repeat(14)).success).toBe(false);
    for (const password of [
      '',
      ' '.repeat(20),
      'with a \u0000 in the middle',
      'lone \ud800 surrogate here',
      'x'.repeat(201),
      7,
      true,
      null,
      { $ne: '' },
    ])
      expect(newPasswordField.safeParse(password).success).toBe(false);
  });

  it('is looked at in time that grows with its length only', () => {
    const started = performance.now();
    for (const password of ['a1'.repeat(100), 'qwert'.repeat(40), `${'x'.repeat(199)}!`])
      weaknessOf(password, `${'a.'.repeat(30)}a@example.org`);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
