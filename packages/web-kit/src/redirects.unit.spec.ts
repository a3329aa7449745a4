import { describe, expect, it } from '@jest/globals';
import { PAGES } from '@concert/contracts/site/pages';
import { loginPath, redirectTarget, redirectValueFor } from './redirects.ts';

describe('redirect values', () => {
  it('S2-63 S2-64 rys leads to the reservation page, any other page by its own path', () => {
    expect(redirectTarget('rys')).toBe('/reserve-your-seat');
    expect(redirectTarget('how-music-heals')).toBe('/how-music-heals');
    expect(redirectTarget('profile', 'buyer')).toBe('/profile');
    expect(redirectTarget('admin/users', 'admin')).toBe('/admin/users');
  });

  it.each([
    '',
    ' ',
    '/',
    '//evil.test',
    '///evil.test',
    '\\\\evil.test',
    '/%2f/evil.test',
    'https:evil.test',
    'http:\\\\evil.test',
    'HTTPS://EVIL.TEST',
    'JaVaScRiPt:alert(1)',
    '\tjavascript:alert(1)',
    'data:text/html,x',
    'blob:https://x',
    '//evil.test\\@good.test',
    'https://good.test@evil.test',
    'https://evil.test#good.test',
    '//evil\u3002test',
    '//\uff45\uff56\uff49\uff4c.test',
    '//127.0.0.1',
    '//0x7f000001',
    '/.evil.test',
    '/../..//evil.test',
    'login',
    'register',
    'profile?next=//evil.test',
    'profile#//evil.test',
    'profile/',
    '/profile',
    'profile\n',
    '%00//evil.test',
    '\u2028//evil.test',
    '#//evil.test',
    '[object Object]',
    'RYS',
    'rys ',
    'constructor',
    '__proto__',
    'no-such-page',
    'x'.repeat(10_240),
  ])('refuses %j, even for an admin', (value) => {
    expect(redirectTarget(value, 'admin')).toBeNull();
  });

  it.each([[['rys']], [{ toString: () => 'rys' }], [null], [undefined], [7], [true]])('refuses what is not a text: %p', (value) => {
    expect(redirectTarget(value, 'admin')).toBeNull();
  });

  it('refuses pages the person may not see', () => {
    expect(redirectTarget('admin/users', 'buyer')).toBeNull();
    expect(redirectTarget('admin/users', 'organiser')).toBeNull();
    expect(redirectTarget('get-bookings-report', 'buyer')).toBeNull();
    expect(redirectTarget('get-bookings-report', 'organiser')).toBe('/get-bookings-report');
    expect(redirectTarget('profile')).toBeNull();
  });

  it('gives every page but the entrances a value that leads back to it', () => {
    for (const { path } of PAGES) {
      const value = redirectValueFor(path);
      if (path === '/' || path === '/login' || path === '/register') expect(value).toBeNull();
      else expect(redirectTarget(value, 'admin')).toBe(path);
    }
  });

  it('signed-out people keep where they wanted to go', () => {
    expect(loginPath('/reserve-your-seat')).toBe('/login?nav=rys');
    expect(loginPath('/profile')).toBe('/login?nav=profile');
    expect(loginPath('//evil.test')).toBe('/login');
  });
});
