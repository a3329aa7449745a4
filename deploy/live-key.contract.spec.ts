import { describe, expect, it } from '@jest/globals';
import { readSettings } from '@concert/service-kit/process/settings';
import type { Environment } from '../dev/system/live-keys.ts';
import { faultsOf } from '../dev/system/setting-rules.ts';
import { gatewaySettings } from '../gateway/src/settings.ts';
import { FIRST_STATES, firstConcert, type Concert, type FirstState } from '../svc-booking/src/concert/concert.ts';
import { saleView } from '../svc-booking/src/concert/sale.ts';
import { unsaidBesideLive } from '../svc-booking/src/concert/unsaid-beside-live.ts';
import { assertOwnProvider as assertOwnMail, notifySettings } from '../svc-notify/src/settings.ts';
import { assertOwnProvider as assertOwnPayments, paymentSettings } from '../svc-payment/src/settings.ts';
import { assertInstallation, INSTALLATION_RULES, installationFiles, onDomain } from './installation.ts';
import type { Secrets } from '../dev/system/secrets.ts';

/*
 * Installations that are broken or half set up, beside a key that moves real money. Whether one sells is asked of the code that decides it: what
 * the job `installation` lays out, what each process says of that, and what is sold of the concert then.
 */

const NOW = new Date('2026-11-27T12:00:00.000Z');
const OURS = {
  stripeKey: 'sk_test_standin_ours',
  stripeWebhook: 'whsec_ofthestandin',
  sendgridKey: 'SG.standin.ours',
  mailEvents: { publicKey: '', privateKey: 'ours' },
  googleSecret: 'google-ours',
} as unknown as Secrets;

/** Everything that is needed to take real money. */
const WHOLE = {
  DOMAIN: 'concert.venue.test',
  ADMIN_EMAIL: 'anna@venue.test',
  STRIPE_SECRET_KEY: 'sk_live_SecretOf',
  STRIPE_WEBHOOK_SECRETS: 'whsec_SecretOf',
  SENDGRID_API_KEY: 'SG.SecretOfSendgrid',
  MAIL_FROM: 'tickets@venue.test',
  CONTACT_EMAIL: 'office@venue.test',
};
const SECRETS = /SecretOf|_live_|whsec_[A-Z]|ours|ofthestandin/;

/** What a process reads of what is laid out for it; an empty file is an unset setting. @throws SettingsError when it would not start */
function startProcesses(files: Readonly<Record<string, string>>): void {
  const of = (part: string, name: string) => files[`${part}/${name.toLowerCase().replaceAll('_', '-')}`];
  const given = (part: string, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, of(part, name)]));
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRETS, STRIPE_API_URL, STRIPE_MODE } = paymentSettings;
  const payment = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRETS, STRIPE_API_URL, STRIPE_MODE };
  assertOwnPayments(readSettings(payment, given('svc-payment', Object.keys(payment))));
  const { SENDGRID_API_KEY, SENDGRID_API_URL, MAIL_FROM, CONTACT_EMAIL } = notifySettings;
  const notify = { SENDGRID_API_KEY, SENDGRID_API_URL, MAIL_FROM, CONTACT_EMAIL };
  assertOwnMail(readSettings(notify, given('svc-notify', Object.keys(notify))));
  const { PUBLIC_ORIGIN, TRUSTED_PROXIES, PAYMENTS_LIVE } = gatewaySettings;
  const gateway = { PUBLIC_ORIGIN, TRUSTED_PROXIES, PAYMENTS_LIVE };
  readSettings(gateway, given('gateway', Object.keys(gateway)));
}

const starts = (files: Readonly<Record<string, string>>): boolean => {
  try {
    startProcesses(files);
    return true;
  } catch {
    return false;
  }
};

/** How svc-booking sees the concert that is stored. */
const seenBy = (concert: Concert, live: boolean, files: Readonly<Record<string, string>>): Concert =>
  live
    ? unsaidBesideLive(concert, { siteUrl: files['svc-booking/public-origin']!, contactEmail: files['svc-booking/contact-email']! })
    : concert;

/** Whether somebody could pay real money for a seat of an installation that starts like this, before any person did anything there. */
function sells(given: Environment): boolean {
  const env = onDomain(given);
  try {
    assertInstallation(env);
  } catch {
    return false;
  }
  const files = installationFiles(env, OURS);
  if (!starts(files)) return false;
  const live = files['svc-booking/payments-live'] === 'true';
  const concert = seenBy(firstConcert((given['CONCERT_STATE'] || 'open') as FirstState, NOW), live, files);
  return live && files['svc-payment/stripe-api-url'] === '' && saleView(concert, NOW).saleState === 'open';
}

/** What is wrong, and what a start says of it: the setting that its sentence begins with. */
type Row = readonly [what: string, given: Environment, setting: string];

const without = (setting: keyof typeof WHOLE): Row => [`no ${setting}`, { [setting]: '' }, setting];
const EMAILS = ['tickets@concert.example', 'you@example.org', 'me@localhost', 'tickets', 'tickets@', 'a b@venue.test'];
const PROXY = { DOMAIN: '', TRUSTED_PROXIES: '10.0.0.1' };

const REFUSED: readonly Row[] = [
  ...(['STRIPE_WEBHOOK_SECRETS', 'SENDGRID_API_KEY', 'MAIL_FROM', 'CONTACT_EMAIL', 'ADMIN_EMAIL'] as const).map(without),
  ['no name and no proxy', { DOMAIN: '' }, 'PUBLIC_ORIGIN'],
  ['a proxy of one’s own that is not named', { DOMAIN: '', PUBLIC_ORIGIN: 'https://concert.venue.test' }, 'TRUSTED_PROXIES'],
  ...(['MAIL_FROM', 'CONTACT_EMAIL', 'ADMIN_EMAIL'] as const).flatMap((setting) =>
    EMAILS.map((email): Row => [`${setting} ${email}`, { [setting]: email }, setting]),
  ),
  ...[
    'http://concert.venue.test',
    'http://localhost:8080',
    'https://localhost',
    'https://concert.example',
    'https://192.0.2.7',
    'https://concert.venue.test/tickets',
    'concert.venue.test',
  ].map((PUBLIC_ORIGIN): Row => [`the site at ${PUBLIC_ORIGIN}`, { ...PROXY, PUBLIC_ORIGIN }, 'PUBLIC_ORIGIN']),
  ['a name of nobody', { DOMAIN: 'concert.example' }, 'PUBLIC_ORIGIN'],
  ['a name with https', { DOMAIN: 'https://concert.venue.test' }, 'DOMAIN'],
  ['a name with www', { DOMAIN: 'www.venue.test' }, 'DOMAIN'],
  ['sample accounts', { SAMPLE_ACCOUNTS: 'true' }, 'SAMPLE_ACCOUNTS'],
  ['half a client at Google', { GOOGLE_CLIENT_ID: '1.apps.googleusercontent.com' }, 'GOOGLE_CLIENT_SECRET'],
  ['the other half of a client at Google', { GOOGLE_CLIENT_SECRET: 'SecretOfGoogle' }, 'GOOGLE_CLIENT_ID'],
  ['the stand-in’s client', { GOOGLE_CLIENT_ID: 'concert-local', GOOGLE_CLIENT_SECRET: 'SecretOfGoogle' }, 'GOOGLE_CLIENT_ID'],
  ['the stand-in for Google', { GOOGLE_ISSUER: 'http://localhost:8191' }, 'GOOGLE_ISSUER'],
  ['a stand-in for Google elsewhere', { GOOGLE_ISSUER: 'http://identity:8191' }, 'GOOGLE_ISSUER'],
  ['the stand-in for Stripe', { STRIPE_API_URL: 'http://stripe:8190' }, 'STRIPE_API_URL'],
  ['a relay to Stripe', { STRIPE_API_URL: 'https://stripe.com.relay.test' }, 'STRIPE_API_URL'],
  ['the stand-in for SendGrid', { SENDGRID_API_URL: 'http://mail:8180' }, 'SENDGRID_API_URL'],
  ['the stand-in’s key of SendGrid', { SENDGRID_API_KEY: 'SG.standin.a', SENDGRID_API_URL: 'http://mail:8180' }, 'SENDGRID_API_KEY'],
  ['a password in place of SendGrid’s key', { SENDGRID_API_KEY: 'SecretOfSendgrid' }, 'SENDGRID_API_KEY'],
  ['the key of the webhook in place of its secret', { STRIPE_WEBHOOK_SECRETS: 'we_1SecretOfStripe' }, 'STRIPE_WEBHOOK_SECRETS'],
  ['a second secret that is none', { STRIPE_WEBHOOK_SECRETS: 'whsec_SecretOf,' }, 'STRIPE_WEBHOOK_SECRETS'],
  ['a test key beside the live one', { STRIPE_SECRET_KEY: 'sk_live_SecretOf,sk_test_SecretOf' }, 'STRIPE_SECRET_KEY'],
  ['the public key', { STRIPE_SECRET_KEY: 'pk_live_SecretOf' }, 'STRIPE_SECRET_KEY'],
  ['a key in quotation marks', { STRIPE_SECRET_KEY: '"sk_live_SecretOf"' }, 'STRIPE_SECRET_KEY'],
  ['a live key where test is told', { STRIPE_MODE: 'test' }, 'STRIPE_MODE'],
  ['a test key where live is told', { STRIPE_SECRET_KEY: 'sk_test_SecretOf', STRIPE_MODE: 'live' }, 'STRIPE_MODE'],
  ['a stand-in where an own account is told', { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRETS: '', STRIPE_MODE: 'own' }, 'STRIPE_MODE'],
  ['no key where live is told', { STRIPE_SECRET_KEY: '', STRIPE_MODE: 'live' }, 'STRIPE_MODE'],
  ['a mode that is none', { STRIPE_MODE: 'production' }, 'STRIPE_MODE'],
];

/** What only a provider or a person knows: the start cannot see it, and the concert waits for whoever opens the sale. */
const WAITING: readonly (readonly [what: string, given: Environment])[] = [
  ...FIRST_STATES.map((state) => [`a first start told to be ${state}`, { CONCERT_STATE: state }] as const),
  ['everything in its place, and nobody who said so', {}],
  ['a sender that SendGrid does not know', { MAIL_FROM: 'tickets@elsewhere.test' }],
  ['a domain without a row in DNS', { DOMAIN: 'nowhere.venue.test' }],
  ['the webhook secret of the other mode', { STRIPE_WEBHOOK_SECRETS: 'whsec_SecretOfTest' }],
  ['an admin without passkey', { AUTH_PASSKEYS_DEMANDED: 'false' }],
  ['an imprint that was left as it came', {}],
  ['no key for news of emails', { SENDGRID_EVENT_PUBLIC_KEYS: '' }],
  ['a restricted key without rights', { STRIPE_SECRET_KEY: 'rk_live_SecretOf' }],
];

describe('an installation beside a key that moves real money', () => {
  it.each(REFUSED)('B4-545 does not start with %s, and says which setting, where and how', (_, given, setting) => {
    const env = onDomain({ ...WHOLE, ...given });
    const said = faultsOf(env, INSTALLATION_RULES);
    const [sentence = ''] = said.filter((line) => line.startsWith(`${setting} `));
    expect(sentence).toMatch(/^[A-Z_]+ (is missing|must|says|has no).*: \S.{20,}[.]$/);
    expect(said.join('\n')).not.toMatch(SECRETS);
    expect(sells(env)).toBe(false);
  });

  it.each(WAITING)('B4-545 sells nothing with %s, until somebody opens the sale', (_, given) => {
    const env = { ...WHOLE, ...given };
    expect(faultsOf(onDomain(env), INSTALLATION_RULES)).toEqual([]);
    expect(sells(env)).toBe(false);
  });
});

describe('a concert that nobody has changed since real money is taken', () => {
  const own = { siteUrl: 'https://concert.venue.test', contactEmail: 'office@venue.test' };

  it.each(FIRST_STATES)(
    'B4-546 B4-575 is for sale neither at a first start as %s nor after a rehearsal, and tells nothing we made up',
    (state) => {
      const stored = firstConcert(state, NOW);
      const seen = unsaidBesideLive(stored, own);
      expect(saleView({ ...seen, state: 'open', startsAt: new Date('2027-01-01T00:00:00.000Z') }, NOW).saleState).toBe('soon');
      expect(JSON.stringify(seen)).not.toMatch(/[.]example|Riverside|555|Example Street/);
      expect(seen).toMatchObject({ supportEmail: own.contactEmail, siteUrl: own.siteUrl });
    },
  );

  it('B4-546 keeps what its organisers had said before', () => {
    const said = { ...firstConcert('open', NOW), venue: { name: 'Old Mill', address: '1 Mill Lane' }, supportPhone: '(609) 555-0100' };
    expect(unsaidBesideLive(said, own)).toMatchObject({ venue: said.venue, supportPhone: said.supportPhone, startsAt: said.startsAt });
  });
});
