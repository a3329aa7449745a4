import { describe, expect, it } from '@jest/globals';
import { trustedProxies } from './trusted-proxies.ts';

/** Lets a look-up that is answered already arrive. */
const arrived = () => new Promise((resolve) => setImmediate(resolve));

describe('proxies that are trusted', () => {
  it('are nobody, or the networks that are named', () => {
    expect(trustedProxies([])).toBe(false);
    expect(trustedProxies(['10.0.0.0/8', 'loopback'])).toEqual(['10.0.0.0/8', 'loopback']);
  });

  it('B4-519 are the one that has the name, at the address that it has now, and nobody beside it', async () => {
    let now = 0;
    let addresses: readonly string[] = ['172.20.0.5'];
    const asked: string[] = [];
    const trusts = trustedProxies(['name:caddy'], {
      now: () => now,
      lookup: (name) => (asked.push(name), addresses.length > 0 ? Promise.resolve(addresses) : Promise.reject(new Error('ENOTFOUND'))),
    }) as (sender: string) => boolean;
    await arrived();
    expect(['172.20.0.5', '::ffff:172.20.0.5', '172.20.0.6', '172.20.0.1', '127.0.0.1'].map(trusts)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(asked).toEqual(['caddy']);

    // Away for a moment: nobody else takes its place.
    [now, addresses] = [5_000, []];
    trusts('172.20.0.5');
    await arrived();
    expect([trusts('172.20.0.5'), trusts('172.20.0.6')]).toEqual([true, false]);

    // Made again, with another address.
    [now, addresses] = [10_000, ['172.20.0.6']];
    trusts('172.20.0.6');
    await arrived();
    expect([trusts('172.20.0.5'), trusts('172.20.0.6')]).toEqual([false, true]);
    expect(asked).toHaveLength(3);
  });
});
