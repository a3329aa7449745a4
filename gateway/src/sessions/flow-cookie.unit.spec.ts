import { describe, expect, it } from '@jest/globals';
import { flowCookieFor } from './flow-cookie.ts';

const secret = 'F'.repeat(43);

describe('flow cookie', () => {
  it('is cleared by an empty secret and by one that could change the header, and left alone by none', () => {
    const cleared = '__Host-concert-flow=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax';
    expect(flowCookieFor({ 'x-concert-flow-secret': '' })).toBe(cleared);
    expect(flowCookieFor({ 'x-concert-flow-secret': `${secret}; Domain=evil.test` })).toBe(cleared);
    expect(flowCookieFor({})).toBeUndefined();
  });
});
