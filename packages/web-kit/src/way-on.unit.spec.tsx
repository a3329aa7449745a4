import { beforeEach, describe, expect, it } from '@jest/globals';
import { keepWayOnOverRedirect, rememberWayOn, takeWayOn, takeWayOnAfterRedirect } from './way-on.ts';

const stored = () => ({ ...window.localStorage });

beforeEach(() => window.localStorage.clear());

describe('the way on after signing in', () => {
  it('S3-32 keeps the way to the reservation over a visit to another site, and forgets it when it was taken', () => {
    rememberWayOn('rys');
    keepWayOnOverRedirect();
    expect(stored()).toEqual({ page_redirect: 'rys', page_redirect_from_mobile: 'rys' });
    expect(takeWayOnAfterRedirect('buyer')).toBe('/reserve-your-seat');
    expect(stored()).toEqual({});
    expect(takeWayOnAfterRedirect('buyer')).toBe('/');
  });

  it('keeps any other page under its own key only', () => {
    rememberWayOn('profile');
    keepWayOnOverRedirect();
    expect(stored()).toEqual({ page_redirect: 'profile' });
    expect(takeWayOnAfterRedirect('buyer')).toBe('/profile');
  });

  it.each(['//evil.test', 'RYS', 'profile', '["rys"]'])('leads home when %s was stored for the return', (value) => {
    window.localStorage.setItem('page_redirect_from_mobile', value);
    expect(takeWayOnAfterRedirect('buyer')).toBe('/');
  });

  it('leaves nothing behind for whoever signs in next by password', () => {
    rememberWayOn('rys');
    keepWayOnOverRedirect();
    expect(takeWayOn('buyer')).toBe('/reserve-your-seat');
    expect(takeWayOnAfterRedirect('buyer')).toBe('/');
  });
});
