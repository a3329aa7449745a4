import { describe, expect, it } from '@jest/globals';
import { authRoutes } from '@concert/contracts/auth/http';
import { lazyClient } from './lazy-client.ts';
import { rawAnswer, standInForSite } from './testing/site.ts';

/** A client whose program comes after as many failed fetches as named. */
function coming({ failures = 0 } = {}) {
  let fetches = 0;
  const client = lazyClient(() => {
    fetches += 1;
    return fetches > failures ? Promise.resolve(authRoutes) : Promise.reject(new Error('Loading chunk 7 failed'));
  });
  return { client, fetches: () => fetches };
}

describe('a client whose schemas come late', () => {
  it('fetches them once, at the first need', async () => {
    standInForSite(authRoutes, { showSignInWays: { google: true } });
    const { client, fetches } = coming();
    expect(fetches()).toBe(0);
    client.prepare();
    client.prepare();
    expect(await client.call.showSignInWays()).toEqual({ ok: true, value: { google: true } });
    expect(await client.routes()).toEqual({ ok: true, value: authRoutes });
    expect(fetches()).toBe(1);
  });

  it('checks answers as any client does', async () => {
    standInForSite(authRoutes, { showSignInWays: rawAnswer({ text: () => Promise.resolve('{"google":"yes"}') }) });
    expect(await coming().client.call.showSignInWays()).toMatchObject({ ok: false, problem: { code: 'network.unreadable' } });
  });

  it('says that the site is not reached while they cannot be fetched, and has them at the next try', async () => {
    standInForSite(authRoutes, { showSignInWays: { google: true } });
    const { client } = coming({ failures: 2 });
    expect(await client.call.showSignInWays()).toMatchObject({ ok: false, problem: { code: 'network.unreachable', retryable: true } });
    expect(await client.routes()).toMatchObject({ ok: false, problem: { code: 'network.unreachable' } });
    expect(await client.routes()).toMatchObject({ ok: true });
    expect(await client.call.showSignInWays()).toMatchObject({ ok: true });
  });
});
