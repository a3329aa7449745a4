import { describe, expect, it } from '@jest/globals';
import { readSettings } from '@concert/service-kit/process/settings';
import { assertOwnProvider, paymentSettings } from './settings.ts';

const own = {
  STRIPE_SECRET_KEY: paymentSettings.STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRETS: paymentSettings.STRIPE_WEBHOOK_SECRETS,
  STRIPE_API_URL: paymentSettings.STRIPE_API_URL,
  BOOKING_URL: paymentSettings.BOOKING_URL,
};
const good = {
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_WEBHOOK_SECRETS: 'whsec_aaaaaaaa, whsec_bbbbbbbb',
  BOOKING_URL: 'http://127.0.0.1:8102/',
};

describe('settings', () => {
  it('takes two webhook secrets while one is rotated', () => {
    expect(readSettings(own, good)).toEqual({
      STRIPE_SECRET_KEY: 'sk_test_abc',
      STRIPE_WEBHOOK_SECRETS: ['whsec_aaaaaaaa', 'whsec_bbbbbbbb'],
      BOOKING_URL: ['http://127.0.0.1:8102'],
    });
  });

  it.each([
    'http://stripe:8190',
    'https://stripe.com.evil.test',
    'https://evil.test/api.stripe.com',
    'http://api.stripe.com',
    'https://notstripe.com',
  ])('never send a live key to %s', (STRIPE_API_URL) => {
    for (const kind of ['sk', 'rk'])
      expect(() => assertOwnProvider({ STRIPE_SECRET_KEY: `${kind}_live_abc`, STRIPE_API_URL, STRIPE_MODE: undefined })).toThrow(
        /STRIPE_API_URL must be unset, or an https:\/\/ address of stripe.com/,
      );
    expect(() => assertOwnProvider({ STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_API_URL, STRIPE_MODE: undefined })).not.toThrow();
  });

  it.each([
    [
      'the stand-in’s key for Stripe itself',
      { STRIPE_SECRET_KEY: 'sk_test_standin_abc' },
      'is the key of a stand-in, and would be sent to Stripe',
    ],
    [
      'the stand-in’s key where an own one is told',
      { STRIPE_SECRET_KEY: 'sk_test_standin_abc', STRIPE_API_URL: 'http://stripe:8190', STRIPE_MODE: 'own' as const },
      'is the key of a stand-in, and STRIPE_MODE says own',
    ],
    [
      'a test key where live is told',
      { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_MODE: 'live' as const },
      'is a key of test mode, and STRIPE_MODE says live',
    ],
    [
      'a live key where test is told',
      { STRIPE_SECRET_KEY: 'rk_live_abc', STRIPE_MODE: 'test' as const },
      'is a key of live mode, and STRIPE_MODE says test',
    ],
  ])("B9-541 do not take a key of another kind than was told, nor send a stand-in's to the provider: %s", (_, settings, fault) => {
    expect(() => assertOwnProvider({ STRIPE_API_URL: undefined, STRIPE_MODE: undefined, ...settings })).toThrow(
      `STRIPE_SECRET_KEY ${fault}`,
    );
  });

  it.each([
    ['sk_test_abc', 'own'],
    ['sk_test_abc', 'test'],
    ['rk_live_abc', 'own'],
    ['sk_live_abc', 'live'],
    ['sk_live_abc', undefined],
  ] as const)('take %s where %s is told', (STRIPE_SECRET_KEY, STRIPE_MODE) => {
    expect(() => assertOwnProvider({ STRIPE_SECRET_KEY, STRIPE_API_URL: undefined, STRIPE_MODE })).not.toThrow();
  });

  it.each([undefined, 'https://api.stripe.com'])('send a live key to Stripe: %s', (STRIPE_API_URL) => {
    expect(() => assertOwnProvider({ STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_API_URL, STRIPE_MODE: undefined })).not.toThrow();
  });
});
