import { describe, expect, it } from '@jest/globals';
import { authRoutes } from '@concert/contracts/auth/http';
import { lazyClient, type LazyClient } from './lazy-client.ts';
import { standInForSite } from './testing/site.ts';

/** A client whose program comes after as many failed fetches as named. */
function coming({ failures = 0 } = {}) {
  let fetches = 0;
  const client = lazyClient(() => {
    fetches += 1;
    return fetches > failures ? Promise.resolve(authRoutes) : Promise.reject(new Error('Loading chunk 7 failed'));
  });
  return { client, fetches: () => fetches };
}

function submitted({ submit }: LazyClient<typeof authRoutes>, email = 'a@b.example', bodies: unknown[] = []) {
  return submit('requestPasswordReset', { email }, (body) => {
    bodies.push(body);
    return Promise.resolve({ ok: true, value: undefined });
  });
}

describe('a client whose schemas come late', () => {
  it('fetches them once, at the first need', async () => {
    standInForSite(authRoutes, { showSignInWays: { google: true, organisersNeedPasskey: false } });
    const { client, fetches } = coming();
    expect(fetches()).toBe(0);
    client.prepare();
    client.prepare();
    expect(await client.call.showSignInWays()).toEqual({ ok: true, value: { google: true, organisersNeedPasskey: false } });
    expect(await submitted(client)).toMatchObject({ ok: true });
    expect(fetches()).toBe(1);
  });

  it('checks what is submitted as the server will, and calls with what its schema made of it', async () => {
    standInForSite(authRoutes);
    const { client } = coming();
    const bodies: unknown[] = [];
    expect(await submitted(client, ' a@b.example ', bodies)).toMatchObject({ ok: true });
    expect(await submitted(client, 'nobody', bodies)).toEqual({ ok: false, errors: { email: 'Email is invalid' } });
    expect(bodies).toEqual([{ email: 'a@b.example' }]);
  });

  it('says that the site is not reached while they cannot be fetched, and has them at the next try', async () => {
    standInForSite(authRoutes, { showSignInWays: { google: true, organisersNeedPasskey: false } });
    const { client } = coming({ failures: 2 });
    expect(await client.call.showSignInWays()).toMatchObject({ ok: false, problem: { code: 'network.unreachable', retryable: true } });
    expect(await submitted(client)).toMatchObject({ ok: false, problem: { code: 'network.unreachable' } });
    expect(await submitted(client)).toMatchObject({ ok: true });
    expect(await client.call.showSignInWays()).toMatchObject({ ok: true });
  });
});
