import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OidcAccounts } from './accounts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'accounts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('accounts of the OpenID stand-in', () => {
  it('keep their number over a restart, whatever the address becomes', () => {
    const file = path.join(folder, 'identity.json');
    const accounts = new OidcAccounts(file);
    const { sub } = accounts.enter({ email: 'Anna@example.org', verified: true });
    accounts.changeEmail(sub, 'anna@example.net');
    const again = new OidcAccounts(file);
    expect(again.all()).toEqual([expect.objectContaining({ sub, email: 'anna@example.net' })]);
    expect(again.enter({ email: 'ANNA@example.net', verified: true }).sub).toBe(sub);
    expect(again.enter({ email: 'anna@example.org', verified: true }).sub).not.toBe(sub);
  });

  it('are held up to a bound: who signed in longest ago goes first', () => {
    const file = path.join(folder, 'identity.json');
    const accounts = new OidcAccounts(file, 10);
    for (let n = 0; n < 100; n += 1) {
      accounts.enter({ email: 'always@example.org', verified: true });
      accounts.enter({ email: `a${n}@example.org`, verified: true });
    }
    const held = ['always', 'a99', 'a98'].map((name) => `${name}@example.org`);
    expect(accounts.all()).toHaveLength(10);
    expect(accounts.all().map(({ email }) => email)).toEqual(expect.arrayContaining(held));
    expect(new OidcAccounts(file, 10).all().map(({ email }) => email)).toEqual(accounts.all().map(({ email }) => email));
    expect(statSync(file).size).toBeLessThan(2_000);
  });
});
