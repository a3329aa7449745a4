import { describe, expect, it } from '@jest/globals';
import { providerAddresses, accountsOf } from './installation.ts';

describe('a new installation in containers', () => {
  it('talks to the stand-ins while it has no key of its own, and to a provider as soon as it has one', () => {
    expect(providerAddresses({ IDENTITY_PORT: '9191' })).toEqual({
      stripe: 'http://stripe:8190',
      sendgrid: 'http://mail:8180',
      google: 'http://localhost:9191',
    });
    expect(providerAddresses({ STRIPE_SECRET_KEY: 'sk_live_a', SENDGRID_API_KEY: 'SG.a', GOOGLE_CLIENT_ID: 'c' })).toEqual({
      stripe: '',
      sendgrid: '',
      google: '',
    });
    expect(providerAddresses({ STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_API_URL: 'http://relay:1' }).stripe).toBe('http://relay:1');
  });

  it('has sample accounts only when told to, with a password each', () => {
    let made = 0;
    const passwordOf = () => `password-${++made}`;
    for (const SAMPLE_ACCOUNTS of [undefined, '', 'false', '1', 'TRUE']) expect(accountsOf({ SAMPLE_ACCOUNTS }, passwordOf)).toEqual([]);
    expect(made).toBe(0);
    const accounts = accountsOf({ SAMPLE_ACCOUNTS: 'true', STRIPE_SECRET_KEY: 'sk_test_a' }, passwordOf);
    expect(accounts.map(({ role }) => role)).toEqual(['buyer', 'organiser', 'admin']);
    expect(new Set(accounts.map(({ password }) => password)).size).toBe(3);
  });

  it.each(['sk_live_a', 'rk_live_a'])('has none beside %s', (STRIPE_SECRET_KEY) => {
    expect(() => accountsOf({ SAMPLE_ACCOUNTS: 'true', STRIPE_SECRET_KEY }, () => 'x')).toThrow(/beside a live STRIPE_SECRET_KEY/);
  });
});
