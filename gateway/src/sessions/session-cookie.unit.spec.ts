import { describe, expect, it } from '@jest/globals';
import { clearedCookie, cookieFor, sessionSecretIn } from './session-cookie.ts';

const secret = 'S'.repeat(43);

describe('session cookie', () => {
  it('is bound to the host, hidden from scripts, and not sent along from other sites', () => {
    expect(cookieFor(secret, 3_600)).toBe(`__Host-concert-session=${secret}; Max-Age=3600; Path=/; HttpOnly; Secure; SameSite=Lax`);
    expect(cookieFor(secret, 0)).not.toContain('Max-Age');
    expect(clearedCookie()).toBe('__Host-concert-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax');
  });

  it('refuses to carry what could change the header', () => {
    expect(() => cookieFor(`${secret}; Domain=evil.test`, 1)).toThrow('impossible form');
    expect(() => cookieFor(`${secret}\r\nX: y`, 1)).toThrow('impossible form');
  });

  it('is found among others', () => {
    expect(sessionSecretIn(`a=b; __Host-concert-session=${secret};c=d`)).toBe(secret);
    expect(sessionSecretIn(`__Host-concert-session=${secret}`)).toBe(secret);
  });

  it.each([
    undefined,
    '',
    'a=b',
    '__Host-concert-session=',
    '__Host-concert-session',
    '__Host-concert-session=short',
    `concert-session=${secret}`,
    `x__Host-concert-session=${secret}`,
    `__Host-concert-session=${secret}; __Host-concert-session=${'T'.repeat(43)}`,
    `__Host-concert-session=${'x'.repeat(8_000)}`,
    `__Host-concert-session="${secret}"`,
    `__Host-concert-session=${secret}%00`,
  ])('is nobody in %j', (header) => {
    expect(sessionSecretIn(header)).toBeUndefined();
  });
});
