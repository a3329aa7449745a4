import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { passkeysDemanded } from './live-keys.ts';
import { standInsOf } from './process-settings.ts';
import { sampleAccountsBeside } from './sample-accounts.ts';
import { assertSettings } from './setting-rules.ts';

describe('whether organisers need a passkey', () => {
  it('B7-509 follows from the payment key, set or in a file, until a setting says otherwise', () => {
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
  const LIVE = {
    STRIPE_SECRET_KEY: 'sk_live_a',
    STRIPE_WEBHOOK_SECRETS: 'whsec_own_secret',
    SENDGRID_API_KEY: 'SG.own',
    MAIL_FROM: 'tickets@venue.test',
    CONTACT_EMAIL: 'office@venue.test',
    ADMIN_EMAIL: 'anna@venue.test',
    PUBLIC_ORIGIN: 'https://concert.test',
    TRUSTED_PROXIES: '10.0.0.1',
  };

  it.each(Object.keys(LIVE).slice(1))('B9-542 does not start beside a live key without %s', (missing) => {
    expect(() => assertSettings(LIVE)).not.toThrow();
    expect(() => assertSettings({ ...LIVE, [missing]: undefined })).toThrow(`${missing} is missing`);
    const test = { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_WEBHOOK_SECRETS: 'whsec_own_secret' };
    expect(() => assertSettings({ ...LIVE, [missing]: undefined, ...test })).not.toThrow();
  });

  it('B9-542 looks at what files hold, and takes no key that is set twice', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'key-')), 'key');
    writeFileSync(file, 'sk_live_a\n');
    const { STRIPE_SECRET_KEY, ...rest } = LIVE;
    const inFile = { ...rest, STRIPE_SECRET_KEY_FILE: file };
    expect(() => assertSettings(inFile)).not.toThrow();
    expect(() => assertSettings({ ...inFile, MAIL_FROM: undefined })).toThrow('MAIL_FROM is missing');
    expect(() => assertSettings({ ...inFile, STRIPE_SECRET_KEY })).toThrow('STRIPE_SECRET_KEY must be one secret key');
  });

  it('B9-542 has no stand-in beside a live key, nor one for Google', () => {
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
