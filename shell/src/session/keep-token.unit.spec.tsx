import { beforeEach, describe, expect, it } from '@jest/globals';
import { keepToken } from './keep-token.ts';

function arrive(address: string): string {
  window.history.replaceState(null, '', address);
  keepToken();
  return `${window.location.pathname}${window.location.search}${window.location.hash}`;
}

describe('a token in the address of the home page', () => {
  beforeEach(() => window.localStorage.clear());

  it('S2-65 S2-66 S3-34 is saved locally and removed from the address', () => {
    expect(arrive('/?token=abc&x=1#top')).toBe('/?x=1#top');
    expect(window.localStorage.getItem('token')).toBe('abc');
  });

  it.each(['/?token=a&token=b', '/?token=', `/?token=${'a'.repeat(10_240)}`])(
    'is removed and not saved when it cannot be one: %#',
    (address) => {
      expect(arrive(address)).toBe('/');
      expect(window.localStorage.getItem('token')).toBeNull();
    },
  );

  it('means nothing on another page', () => {
    expect(arrive('/artists?token=abc')).toBe('/artists?token=abc');
    expect(window.localStorage.getItem('token')).toBeNull();
  });
});
