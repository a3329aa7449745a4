import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { passkeysDemanded } from './live-keys.ts';

describe('whether organisers need a passkey', () => {
  it('B7-09 follows from the payment key, set or in a file, until a setting says otherwise', () => {
    for (const live of ['sk_live_a', 'rk_live_a']) expect(passkeysDemanded({ STRIPE_SECRET_KEY: live })).toBe('true');
    for (const test of [undefined, '', 'sk_test_a']) expect(passkeysDemanded({ STRIPE_SECRET_KEY: test })).toBe('false');
    expect(passkeysDemanded({ STRIPE_SECRET_KEY: 'sk_live_a', AUTH_PASSKEYS_DEMANDED: 'false' })).toBe('false');
    expect(passkeysDemanded({ STRIPE_SECRET_KEY: 'sk_test_a', AUTH_PASSKEYS_DEMANDED: 'true' })).toBe('true');
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'key-')), 'key');
    writeFileSync(file, 'sk_live_a\n');
    expect(passkeysDemanded({ STRIPE_SECRET_KEY_FILE: file })).toBe('true');
  });
});
