import { beforeEach, describe, expect, it } from '@jest/globals';
import { keepReturnPathOverRedirect, rememberReturnPath, takeReturnPath, takeReturnPathAfterRedirect } from './return-path.ts';

const stored = () => ({ ...window.localStorage });

beforeEach(() => window.localStorage.clear());

describe('the way on after signing in', () => {
  it('S3-32 keeps the way to the reservation over a visit to another site, and forgets it when it was taken', () => {
    rememberReturnPath('rys');
    keepReturnPathOverRedirect();
    expect(stored()).toEqual({ page_redirect: 'rys', page_redirect_from_mobile: 'rys' });
    expect(takeReturnPathAfterRedirect('buyer')).toBe('/reserve-your-seat');
    expect(stored()).toEqual({});
    expect(takeReturnPathAfterRedirect('buyer')).toBe('/');
  });

  it('keeps any other page under its own key only', () => {
    rememberReturnPath('profile');
    keepReturnPathOverRedirect();
    expect(stored()).toEqual({ page_redirect: 'profile' });
    expect(takeReturnPathAfterRedirect('buyer')).toBe('/profile');
  });

  it.each(['//evil.test', 'RYS', 'profile', '["rys"]'])('leads home when %s was stored for the return', (value) => {
    window.localStorage.setItem('page_redirect_from_mobile', value);
    expect(takeReturnPathAfterRedirect('buyer')).toBe('/');
  });

  it('leaves nothing behind for whoever signs in next by password', () => {
    rememberReturnPath('rys');
    keepReturnPathOverRedirect();
    expect(takeReturnPath('buyer')).toBe('/reserve-your-seat');
    expect(takeReturnPathAfterRedirect('buyer')).toBe('/');
  });
});
