import { describe, expect, it } from '@jest/globals';
import { authRoutes } from '@concert/contracts/auth/http';
import { rawAnswer, standInForSite } from '@concert/web-kit/testing/site.ts';
import { readSignInWays, SIGN_IN_WAYS } from './use-google.ts';

const answering = (text: string) => {
  standInForSite(authRoutes, { showSignInWays: rawAnswer({ text: () => Promise.resolve(text) }) });
  return readSignInWays(new AbortController().signal);
};

describe('the ways to sign in', () => {
  it('are asked for where the contract says', () => {
    const { method, path } = authRoutes.showSignInWays;
    expect([method, path]).toEqual(['GET', SIGN_IN_WAYS]);
  });

  it('are taken as answered, and an answer that says nothing of them is none', async () => {
    expect(await answering('{"google":true}')).toEqual({ ok: true, value: { google: true } });
    expect(await answering('{"google":false}')).toEqual({ ok: true, value: { google: false } });
    expect(await answering('{"google":"yes"}')).toMatchObject({ ok: false, problem: { code: 'network.unreadable' } });
  });
});
