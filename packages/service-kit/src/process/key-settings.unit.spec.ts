import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { makeKeyPair } from '@concert/machine-kit/key-pairs';
import { linkKeys, MAX_KEYS, signingKeys } from './key-settings.ts';

describe('keys of links', () => {
  it('B9-623 are one to five, the first of which signs', () => {
    const keys = Array.from({ length: MAX_KEYS }, () => randomBytes(32).toString('hex'));
    expect(linkKeys.parse(keys.join(', '))).toEqual(keys);
    expect(linkKeys.safeParse([...keys, keys[0]].join(',')).success).toBe(false);
    expect(linkKeys.safeParse(`${keys[0]},`).success).toBe(false);
  });

  it('B9-623 are taken in every form that 128 random bits come in', () => {
    for (let turn = 0; turn < 500; turn += 1) {
      const bytes = randomBytes(16);
      for (const key of [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')])
        expect([key, linkKeys.safeParse(key).success]).toEqual([key, true]);
    }
  });

  it.each([
    ['32 equal characters', 'k'.repeat(32)],
    ['a word again and again', 'password'.repeat(20)],
    ['a row of digits again and again', '0123456789'.repeat(10)],
    ['120 random bits', randomBytes(15).toString('hex')],
    ['120 random bits in base 64', randomBytes(15).toString('base64url')],
    ['a sentence', 'a key that is only used in tests, and long'],
    ['nothing', ''],
  ])('B9-623 are refused when they are plainly not 128 random bits: %s', (_, key) => {
    expect(linkKeys.safeParse(key).success).toBe(false);
  });
});

describe('keys that sign', () => {
  it('are Ed25519, each of them', () => {
    const [first, second] = [makeKeyPair(), makeKeyPair()];
    expect(signingKeys.parse(`${first.privateKey},${second.privateKey}`)).toEqual([first.privateKey, second.privateKey]);
    for (const wrong of [first.publicKey, `${first.privateKey},${second.publicKey}`, `${first.privateKey},`, 'bm90IGEga2V5'])
      expect(signingKeys.safeParse(wrong).success).toBe(false);
  });
});
