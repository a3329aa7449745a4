import { mkdtempSync, rmSync } from 'node:fs';
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
});
