import { describe, expect, it } from '@jest/globals';
import { booksInOrders, playAccounts, type Guard } from './account-life.harness.ts';

/** Long, because a busy machine is many times slower than an idle one. */
const PATIENCE_MS = 120_000;
/** What has to happen in some of the accounts, more than ten times each. */
const MET = [
  ...['a sale', 'a sale of another shop', 'a part sent back', 'all that is left sent back', 'a dispute', 'another word of a bank'],
  ...['a payout', 'a payout that changes', 'another currency', 'several currencies', 'a warning', 'visible late', 'killed while it read'],
];

describe('the books of an account, whatever buyers, banks and organisers do, and however late and often it is read', () => {
  it(
    'say what the balance of the provider says, to the cent, in 100 accounts and in every order',
    async () => {
      const { faults, met } = await playAccounts(1, 100);
      expect(faults).toEqual([]);
      expect(MET.filter((what) => (met.get(what) ?? 0) <= 10)).toEqual([]);
      expect(await booksInOrders(1, 50)).toBe(1);
    },
    PATIENCE_MS,
  );

  it.each<Guard>(['reading the last hour again', 'finding out later whose a payment is', 'comparing the balance before and after'])(
    'do not, without %s',
    async (without) => {
      expect((await playAccounts(1, 50, without)).faults.length).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );
});
