import { describe, expect, it } from '@jest/globals';
import { HmacLinkTokens } from '../links/link-tokens.codec.ts';
import { randomSecrets } from './secrets.codec.ts';

const bytesOf = (secret: string) => Buffer.from(secret, 'base64url').length;

describe('a secret', () => {
  it('of a session or a code has 256 random bits, each time others', () => {
    const secrets = Array.from({ length: 1_000 }, () => randomSecrets.next());
    expect(secrets.map(bytesOf)).toEqual(secrets.map(() => 32));
    expect(new Set(secrets).size).toBe(1_000);
  });

  it('of a mailed link has 256 bits, which differ with key, kind and link', () => {
    const tokens = new HmacLinkTokens(['one key', 'another key']);
    const made = [
      ...tokens.tokensOf('password-reset', 'ln_1'),
      tokens.tokenOf('sign-in-code', 'ln_1'),
      tokens.tokenOf('password-reset', 'ln_2'),
    ];
    expect(made.map(bytesOf)).toEqual([32, 32, 32, 32]);
    expect(new Set(made).size).toBe(4);
  });
});
