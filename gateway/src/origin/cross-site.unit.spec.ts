import { describe, expect, it } from '@jest/globals';
import { isCrossSite, type Provenance } from './cross-site.ts';

const SITE = 'https://concert.example';
const post = (given: Partial<Provenance>): boolean =>
  isCrossSite({ method: 'POST', origin: undefined, secFetchSite: undefined, hasSession: false, ...given }, SITE);

describe('cross-site requests', () => {
  it('B9-502 are those whose Origin is not this site', () => {
    expect(post({ origin: SITE })).toBe(false);
    expect(post({ origin: SITE, secFetchSite: 'same-origin', hasSession: true })).toBe(false);
    for (const origin of [
      'null',
      '',
      'https://evil.test',
      'http://concert.example',
      'https://concert.example:444',
      'https://concert.example.evil.test',
      `${SITE}/`,
    ]) {
      expect(post({ origin })).toBe(true);
    }
  });

  it('are those the browser says come from elsewhere, whatever the Origin says', () => {
    expect(post({ secFetchSite: 'cross-site' })).toBe(true);
    expect(post({ secFetchSite: 'same-site' })).toBe(true);
    expect(post({ origin: SITE, secFetchSite: 'cross-site' })).toBe(true);
    expect(post({ secFetchSite: 'none' })).toBe(false);
    expect(post({ secFetchSite: 'same-origin' })).toBe(false);
  });

  it('are those that carry a session and do not say where they come from', () => {
    expect(post({ hasSession: true })).toBe(true);
    expect(post({ hasSession: true, secFetchSite: 'none' })).toBe(true);
    expect(post({ hasSession: true, secFetchSite: 'same-origin' })).toBe(false);
    expect(post({ hasSession: false })).toBe(false);
  });

  it('are never those that only read', () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect(isCrossSite({ method, origin: 'https://evil.test', secFetchSite: 'cross-site', hasSession: true }, SITE)).toBe(false);
    for (const method of ['PUT', 'PATCH', 'DELETE', 'QUERY'])
      expect(isCrossSite({ method, origin: 'https://evil.test', secFetchSite: undefined, hasSession: false }, SITE)).toBe(true);
  });
});
