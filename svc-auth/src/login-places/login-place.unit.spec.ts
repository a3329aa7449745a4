import { describe, expect, it } from '@jest/globals';
import { isNewPlace } from './login-place.ts';

describe('a login', () => {
  const home = { network: 'home', device: 'Firefox on Windows' };
  const phone = { network: 'mobile', device: 'Safari on iPhone' };

  it.each([
    ['the first of an account', [], home, false],
    ['from a known place', [home, phone], phone, false],
    ['by a known browser in another network', [home, phone], { ...home, network: 'hotel' }, false],
    ['by another browser in a known network', [home, phone], { ...home, device: 'Chrome on Android' }, false],
    ['by one known browser in the network of another', [home, phone], { ...home, network: 'mobile' }, false],
    ['by another browser in another network', [home, phone], { network: 'hotel', device: 'Chrome on Android' }, true],
  ] as const)('%s is new or not', (_, known, here, isNew) => {
    expect(isNewPlace(known, here)).toBe(isNew);
  });
});
