import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { assertOwnBesideLiveKey, NEEDED_BESIDE_LIVE, passkeysDemanded } from './live-keys.ts';
import { standInsOf } from './process-settings.ts';
import { sampleAccountsBeside } from './sample-accounts.ts';

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

describe('a system that npm start runs', () => {
  it.each(NEEDED_BESIDE_LIVE)('B9-43 does not start beside a live key without %s', (missing) => {
    const env = {
      STRIPE_SECRET_KEY: 'sk_live_a',
      ...Object.fromEntries(NEEDED_BESIDE_LIVE.map((name) => [name, 'https://concert.test'])),
    };
    expect(() => assertOwnBesideLiveKey(env)).not.toThrow();
    expect(() => assertOwnBesideLiveKey({ ...env, [missing]: undefined })).toThrow(`${missing} is missing`);
    expect(() => assertOwnBesideLiveKey({ ...env, STRIPE_SECRET_KEY: 'sk_test_a', [missing]: undefined })).not.toThrow();
  });

  it('B9-43 has no stand-in beside a live key, nor one for Google', () => {
    expect(standInsOf({})).toEqual(['payments', 'mailbox', 'identity']);
    expect(standInsOf({ STRIPE_SECRET_KEY: 'sk_test_a' })).toEqual(['mailbox', 'identity']);
    expect(standInsOf({ STRIPE_SECRET_KEY: 'sk_live_a', SENDGRID_API_KEY: 'SG.a' })).toEqual([]);
  });

  it.each(['sk_live_a', 'rk_live_a'])(
    'has no sample accounts beside %s, and one of each role beside any other key',
    (STRIPE_SECRET_KEY) => {
      expect(sampleAccountsBeside({ STRIPE_SECRET_KEY }, 'x')).toEqual([]);
      for (const env of [{}, { STRIPE_SECRET_KEY: 'sk_test_a' }])
        expect(sampleAccountsBeside(env, 'x').map(({ role, password }) => [role, password])).toEqual([
          ['buyer', 'x'],
          ['organiser', 'x'],
          ['admin', 'x'],
        ]);
    },
  );
});
