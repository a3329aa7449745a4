import { describe, expect, it } from '@jest/globals';
import { flowCookieFor, flowSecretIn } from './flow-cookie.ts';

const secret = 'F'.repeat(43);

describe('flow cookie', () => {
  it('is cleared by an empty secret and by one that could change the header, and left alone by none', () => {
    const cleared = '__Host-concert-flow=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax';
    expect(flowCookieFor({ 'x-concert-flow-secret': '' })).toBe(cleared);
    expect(flowCookieFor({ 'x-concert-flow-secret': `${secret}; Domain=evil.test` })).toBe(cleared);
    expect(flowCookieFor({})).toBeUndefined();
  });

  it('is found once, or not at all', () => {
    expect(flowSecretIn(`a=b; __Host-concert-flow=${secret}; __Host-concert-session=x`)).toBe(secret);
    for (const header of [
      undefined,
      '',
      `__Host-concert-flow=${secret}; __Host-concert-flow=${secret}`,
      `x__Host-concert-flow=${secret}`,
      '__Host-concert-flow=short',
      `concert-flow=${secret}`,
    ]) {
      expect(flowSecretIn(header)).toBeUndefined();
    }
  });
});
