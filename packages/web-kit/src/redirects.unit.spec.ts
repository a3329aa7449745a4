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
    '/',
    '//evil.test',
    '\\\\evil.test',
    'https:evil.test',
    '\tjavascript:alert(1)',
    'https://good.test@evil.test',
    '/../..//evil.test',
    'login',
    'profile?next=//evil.test',
    'profile/',
    '/profile',
    'profile\n',
    'RYS',
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
