import { describe, expect, it } from '@jest/globals';
import { flowCookieFor, flowSecretIn, isFlowOperation } from './flow-cookie.ts';

const secret = 'F'.repeat(43);

describe('flow cookie', () => {
  it('lives ten minutes, bound to the host and hidden from scripts', () => {
    expect(flowCookieFor({ 'x-concert-flow-secret': secret })).toBe(
      `__Host-concert-flow=${secret}; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax`,
    );
  });

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

  it('belongs to the two Google routes only', () => {
    expect(
      [
        ['auth', 'startGoogle'],
        ['auth', 'finishGoogle'],
        ['auth', 'signIn'],
        ['booking', 'startGoogle'],
      ].map(([upstream, operation]) => isFlowOperation(upstream!, operation!)),
    ).toEqual([true, true, false, false]);
  });
});
