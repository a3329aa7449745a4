import { authRoutes } from '@concert/contracts/auth/http';
import type { Identity } from '@concert/contracts/core/identity';
import { describe, expect, it } from '@jest/globals';
import { MAX_SECRETS, sessionLoader } from './session-loader.ts';

const identityOf = (secret: string) => ({ name: secret }) as Identity;

describe('looking up sessions', () => {
  it('asks for no more at once than the contract takes, and gives each its own answer', async () => {
    const asked: (readonly string[])[] = [];
    const load = sessionLoader((secrets) => {
      asked.push(secrets);
      return Promise.resolve(secrets.map((secret) => (secret === '1' ? null : identityOf(secret))));
    });
    const names = Array.from({ length: MAX_SECRETS + 1 }, (_, index) => `${index}`);
    expect(await Promise.all(names.map((name) => load(name)))).toEqual(names.map((name) => (name === '1' ? null : identityOf(name))));
    expect(asked.map((secrets) => secrets.length)).toEqual([MAX_SECRETS, 1]);
    const secrets = Array.from({ length: MAX_SECRETS }, () => 's'.repeat(43));
    expect(authRoutes.resolveSessions.body.safeParse({ secrets }).success).toBe(true);
  });

  it('believes no answer that is not one for each', async () => {
    await expect(sessionLoader(() => Promise.resolve([null, identityOf('other')]))('mine')).rejects.toThrow('2 answered');
  });
});
