import { describe, expect, it } from '@jest/globals';
import { verifiedAccountsSchema } from './add-verified-accounts.ts';

const account = { email: 'anna@example.org', name: 'Anna', password: 'violet harbour lantern 9', role: 'admin' };

describe('accounts of the first organisers', () => {
  it('keeps a password that people may choose', () => {
    expect(verifiedAccountsSchema.parse([account])).toEqual([account]);
  });

  it.each([
    ['too short', 'short 1'],
    ['too common', 'passwordpassword'],
    ['made of the address', 'anna@example.org'],
  ])('refuses a password that is %s', (_, password) => {
    expect(verifiedAccountsSchema.safeParse([{ ...account, password }]).success).toBe(false);
  });
});
