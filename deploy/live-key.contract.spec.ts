import { describe, expect, it } from '@jest/globals';
import type { Environment } from '../dev/system/live-keys.ts';
import { faultsOf } from '../dev/system/setting-rules.ts';
import { FIRST_STATES, firstConcert } from '../svc-booking/src/concert/concert.ts';
import { saleView } from '../svc-booking/src/concert/sale.ts';
import { unsaidBesideLive } from '../svc-booking/src/concert/unsaid-beside-live.ts';
import { INSTALLATION_RULES, onDomain } from './installation.ts';

/* Installations that are broken or half set up, beside a key that moves real money, and a concert that nobody has spoken for. */

const NOW = new Date('2026-11-27T12:00:00.000Z');
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
const SECRETS = /SecretOf|_live_|whsec_[A-Z]/;

/** What is wrong, and what a start says of it: the setting that its sentence begins with. */
type Row = readonly [what: string, given: Environment, setting: string];

const EMAILS = ['tickets@concert.example', 'you@example.org', 'me@localhost', 'tickets', 'tickets@', 'a b@venue.test'];
const PROXY = { DOMAIN: '', TRUSTED_PROXIES: '10.0.0.1' };

const REFUSED: readonly Row[] = [
  ...EMAILS.map((MAIL_FROM): Row => [`a sender ${MAIL_FROM}`, { MAIL_FROM }, 'MAIL_FROM']),
  ['a contact of nobody', { CONTACT_EMAIL: 'you@example.org' }, 'CONTACT_EMAIL'],
  ['an admin of nobody', { ADMIN_EMAIL: 'you@example.org' }, 'ADMIN_EMAIL'],
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

describe('an installation beside a key that moves real money', () => {
  it.each(REFUSED)('B4-545 does not start with %s, and says which setting, where and how', (_, given, setting) => {
    const said = faultsOf(onDomain({ ...WHOLE, ...given }), INSTALLATION_RULES);
    const [sentence = ''] = said.filter((line) => line.startsWith(`${setting} `));
    expect(sentence).toMatch(/^[A-Z_]+ (is missing|must|says|has no).*: \S.{20,}[.]$/);
    expect(said.join('\n')).not.toMatch(SECRETS);
  });

  it('B4-545 starts with everything in its place, and with what only a provider can know to be wrong', () => {
    for (const given of [
      {},
      { DOMAIN: 'nowhere.venue.test' },
      { STRIPE_SECRET_KEY: 'rk_live_SecretOf' },
      { SENDGRID_EVENT_PUBLIC_KEYS: '' },
    ])
      expect(faultsOf(onDomain({ ...WHOLE, ...given }), INSTALLATION_RULES)).toEqual([]);
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
