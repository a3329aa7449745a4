import { newPasswordField } from '@concert/contracts/auth/http';
import { describe, expect, it } from '@jest/globals';
import { weaknessOf } from './password-rules.ts';

const EMAIL = 'Anna.Kowalska@example.org';

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
    ['Anna.Kowalska@example.org', 'email address'],
    ['annakowalska2026', 'email address'],
    ['kowalska-kowalska-1', 'email address'],
    ['example.org anna 99', 'email address'],
    ['half hidden \u202e words here', 'invisible'],
    ['byte order \ufeff mark here', 'invisible'],
  ])('B7-05 must not be %j', (password, words) => {
    expect(weaknessOf(password, EMAIL)).toContain(words);
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
