import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '@concert/machine-kit/processes';
import { describe, expect, it } from '@jest/globals';
import type { Secrets } from '../dev/system/secrets.ts';
import { accountsOf, assertInstallation, installationFiles, onDomain } from './installation.ts';

const secrets = {
  stripeKey: 'sk_test_standin_a',
  stripeWebhook: 'whsec_ours',
  sendgridKey: 'SG.standin.a',
  mailEvents: { publicKey: 'ours', privateKey: 'ours' },
  googleSecret: 'google-ours',
} as unknown as Secrets;

/** Everything that an installation needs that takes real money. */
const LIVE = {
  STRIPE_SECRET_KEY: 'sk_live_a',
  STRIPE_WEBHOOK_SECRETS: 'whsec_own_secret',
  SENDGRID_API_KEY: 'SG.own',
  ADMIN_EMAIL: 'anna@venue.test',
  MAIL_FROM: 'tickets@venue.test',
  CONTACT_EMAIL: 'office@venue.test',
  PUBLIC_ORIGIN: 'https://concert.test',
  TRUSTED_PROXIES: '172.18.0.0/16',
};

describe('a new installation in containers', () => {
  it('talks to the stand-ins while it has no key of its own, and to a provider as soon as it has one', () => {
    const files = installationFiles({ IDENTITY_PORT: '9191', SITE_PORT: '9080' }, secrets);
    expect(files).toMatchObject({
      'gateway/public-origin': 'http://localhost:9080',
      'gateway/trusted-proxies': '',
      'gateway/payments-live': 'false',
      'svc-booking/payments-live': 'false',
      'svc-notify/mail-from': 'tickets@concert.example',
      'svc-payment/stripe-mode': '',
      'standins/stripe.json': '{"WEBHOOK_SECRET":"whsec_ours"}',
      'standins/mail.json': '{"EVENT_SIGNING_KEY":"ours"}',
      'standins/oidc.json': expect.stringContaining('http://localhost:9080/api/auth/google/callback'),
      'svc-payment/stripe-secret-key': 'sk_test_standin_a',
      'svc-payment/stripe-webhook-secrets': 'whsec_ours',
      'svc-payment/stripe-api-url': 'http://stripe:8190',
      'svc-notify/sendgrid-api-key': 'SG.standin.a',
      'svc-notify/sendgrid-event-public-keys': 'ours',
      'svc-notify/sendgrid-api-url': 'http://mail:8180',
      'svc-auth/google-client-id': 'concert-local',
      'svc-auth/google-client-secret': 'google-ours',
      'svc-auth/google-issuer': 'http://localhost:9191',
      'svc-auth/passkeys-demanded': 'false',
    });
    const relay = { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_API_URL: 'http://relay:1' };
    expect(installationFiles(relay, secrets)).toMatchObject({ 'svc-payment/stripe-api-url': 'http://relay:1' });
  });

  it('B9-634 uses nothing of a stand-in beside a live key, and has no sign-in with Google unless it has a client there', () => {
    const files = installationFiles(LIVE, secrets);
    expect(JSON.stringify(files)).not.toMatch(/ours|standin_|SG.standin|concert-local|[.]example|localhost/);
    expect(files).toMatchObject({
      'svc-payment/stripe-mode': 'own',
      'standins/stripe.json': '',
      'standins/mail.json': '',
      'standins/oidc.json': '',
      'gateway/trusted-proxies': '172.18.0.0/16',
      'gateway/payments-live': 'true',
      'svc-booking/payments-live': 'true',
      'svc-booking/contact-email': 'office@venue.test',
      'svc-booking/public-origin': 'https://concert.test',
      'svc-notify/mail-from': 'tickets@venue.test',
      'svc-payment/stripe-secret-key': 'sk_live_a',
      'svc-payment/stripe-webhook-secrets': 'whsec_own_secret',
      'svc-payment/stripe-api-url': '',
      'svc-notify/sendgrid-api-key': 'SG.own',
      'svc-notify/sendgrid-event-public-keys': '',
      'svc-notify/sendgrid-api-url': '',
      'svc-auth/google-client-id': '',
      'svc-auth/google-client-secret': '',
      'svc-auth/google-issuer': '',
      'svc-auth/passkeys-demanded': 'true',
    });
    expect(installationFiles({ ...LIVE, GOOGLE_CLIENT_ID: 'c', GOOGLE_CLIENT_SECRET: 's' }, secrets)).toMatchObject({
      'svc-auth/google-client-id': 'c',
      'svc-auth/google-client-secret': 's',
      'svc-auth/google-issuer': '',
    });
  });

  it('B4-520 has the address of its domain, and trusts the proxy in front of it and no other, unless it says otherwise', () => {
    const { PUBLIC_ORIGIN: _origin, TRUSTED_PROXIES: _proxies, ...live } = LIVE;
    const env = onDomain({ ...live, DOMAIN: 'concert.test' });
    expect(() => assertInstallation(env)).not.toThrow();
    const files = installationFiles(env, secrets);
    for (const name of ['gateway', 'svc-auth', 'svc-booking', 'svc-payment', 'svc-notify'])
      expect(files[`${name}/public-origin`]).toBe('https://concert.test');
    expect(files['gateway/trusted-proxies']).toBe('name:caddy');
    const own = { DOMAIN: 'concert.test', PUBLIC_ORIGIN: 'https://other.test', TRUSTED_PROXIES: '10.0.0.1' };
    expect(onDomain(own)).toEqual(own);
    expect(onDomain({ DOMAIN: '' })).toEqual({ DOMAIN: '' });
    expect(() => assertInstallation(onDomain({ ...live, DOMAIN: 'concert.example' }))).toThrow('\n  PUBLIC_ORIGIN must');
  });

  it.each([
    'https://concert.test',
    'www.concert.test',
    'concert.test/',
    'concert.test:443',
    'Concert.test',
    'localhost',
    '*.test',
    'a b.test',
    '192.0.2.7',
  ])('B4-520 is refused on the domain %s', (DOMAIN) => {
    expect(() => assertInstallation({ DOMAIN })).toThrow('\n  DOMAIN must');
    expect(() => assertInstallation({ DOMAIN: 'a-1.concert.test' })).not.toThrow();
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

  it('B9-543 is refused before any file is touched, in words that name each setting', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'installation-'));
    try {
      const key = path.join(folder, 'svc-payment');
      writeFileSync(key, 'what runs');
      const { code, output } = await run(process.execPath, [path.join(import.meta.dirname, 'set-up-installation.ts')], {
        env: { PATH: process.env.PATH, SECRETS_FOLDER: folder, STRIPE_SECRET_KEY: 'sk_live_a' },
        withinMs: 30_000,
      });
      expect([code, readFileSync(key, 'utf8')]).toEqual([1, 'what runs']);
      expect(output).toMatch(/Nothing was changed.*\n {2}STRIPE_WEBHOOK_SECRETS is missing[^]*\n {2}SENDGRID_API_KEY is missing/);
      expect(output).not.toMatch(/sk_live|at .*[.]ts/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
