import { readFileSync } from 'node:fs';
import { plainEmail } from '@concert/contracts/core/as-typed';
import { isEmail } from '@concert/contracts/core/email';
import { Failure } from '@concert/machine-kit/failure';
import { isLive, type Environment } from './live-keys.ts';

/*
 * What ends a start before anything of it runs, by npm start and in containers alike. Beside a live key nothing of ours may stand in for a
 * provider, and no address of ours may be shown or mailed. What only a provider or a person knows (a sender that is not proven, an imprint
 * that was left as it came) keeps the concert a draft instead: svc-booking/src/concert/unsaid-beside-live.ts.
 */

/** A setting that a start is refused for. */
export interface SettingRule {
  readonly setting: string;
  /** Where it is only about payment keys that move real money. */
  readonly beside?: 'live key';
  /**
   * What is wrong with it, as in `MAIL_FROM must be …`; undefined where nothing is. It repeats no secret.
   * @param value empty where it is unset
   */
  readonly fault: (value: string, env: Environment) => string | false | undefined;
  /** How to mend it, and where to get what is missing. */
  readonly how: string;
}

/** A name in DNS (RFC 1123), without `https://`, port or path. The site with `www.` before its name leads there by itself. */
const DOMAIN = /^(?!www\.)(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
/** Whether this can be the domain of a site, as `DOMAIN` names it. */
export const isDomain = (name: string): boolean => DOMAIN.test(name);

const MISSING = 'is missing';
/** Names that belong to nobody (RFC 2606, RFC 6761). */
const NOBODYS = /(^|[@.])(example(\.(com|net|org))?|localhost|local|invalid)$/i;
const SENDER_PAGE = 'https://app.sendgrid.com/settings/sender_auth';

const isTrue = (value: string) => value.toLowerCase() === 'true';
/** An https address of the domain, as a provider's own are. */
const isOf = (address: string, domain: string) => {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && `.${url.hostname}`.endsWith(`.${domain}`);
};
const faultOfEmail = (value: string) =>
  value === '' ? MISSING : (!isEmail(plainEmail(value)) || NOBODYS.test(value)) && 'must be an email address of your own';

function faultOfOrigin(value: string): string | false {
  if (value === '') return MISSING;
  const url = URL.parse(value);
  if (url?.protocol !== 'https:' || url.origin !== value.replace(/\/$/, '')) return 'must begin with https:// and end with the name';
  return (NOBODYS.test(url.hostname) || !isDomain(url.hostname.replace(/^www\./, ''))) && 'must be an address of your own';
}

function faultOfMode(mode: string, env: Environment): string | false {
  const key = env['STRIPE_SECRET_KEY'] ?? '';
  if (mode === '' || (mode === 'own' && key !== '')) return false;
  if (!['own', 'test', 'live'].includes(mode)) return 'must be own, test or live';
  return (key === '' || mode !== (isLive(env) ? 'live' : 'test')) && `says ${mode}, and STRIPE_SECRET_KEY is of another kind or missing`;
}

export const rule = (setting: string, fault: SettingRule['fault'], how: string): SettingRule => ({ setting, fault, how });
const besideLive = (...words: Parameters<typeof rule>): SettingRule => ({ ...rule(...words), beside: 'live key' });

const missingBeside =
  (other: string): SettingRule['fault'] =>
  (value, env) =>
    value === '' && env[other] ? `${MISSING} beside ${other}` : undefined;
const BOTH_OF_GOOGLE =
  'copy both from https://console.cloud.google.com/apis/credentials, or leave both out: then there is no sign-in with Google';

export const SETTING_RULES: readonly SettingRule[] = [
  rule(
    'STRIPE_SECRET_KEY',
    (value) =>
      value !== '' &&
      !/^(sk|rk)_(test|live)_[A-Za-z0-9_]+$/.test(value) &&
      'must be one secret key of Stripe, which begins with sk_ or rk_',
    'copy it from https://dashboard.stripe.com/apikeys, without quotation marks or spaces',
  ),
  rule(
    'STRIPE_WEBHOOK_SECRETS',
    (value, env) =>
      value === ''
        ? env['STRIPE_SECRET_KEY'] && `${MISSING} beside STRIPE_SECRET_KEY`
        : !value.split(',').every((secret) => /^whsec_[A-Za-z0-9_+/=-]{8,}$/.test(secret.trim())) &&
          'must be secrets that begin with whsec_',
    'the set-up registers the webhook and writes it; or copy the signing secret of its address from https://dashboard.stripe.com/webhooks, in the mode of the key',
  ),
  rule('STRIPE_MODE', faultOfMode, 'change the one that is wrong, or leave STRIPE_MODE out'),
  besideLive(
    'STRIPE_API_URL',
    (value) => value !== '' && !isOf(value, 'stripe.com') && 'must be left out',
    'the key would be sent to that address, and it belongs to Stripe alone',
  ),
  rule(
    'SENDGRID_API_KEY',
    (value) => value !== '' && !/^SG\.[\x21-\x7e]+$/.test(value) && 'must be a key of SendGrid, which begins with SG.',
    'make one at https://app.sendgrid.com/settings/api_keys',
  ),
  besideLive(
    'SENDGRID_API_KEY',
    (value) => (value === '' ? MISSING : value.startsWith('SG.standin.') && 'must be a key of your own'),
    'tickets are emailed with it; make one at https://app.sendgrid.com/settings/api_keys',
  ),
  besideLive(
    'SENDGRID_API_URL',
    (value) => value !== '' && !isOf(value, 'sendgrid.com') && 'must be left out',
    'tickets would be emailed to that address in place of their buyers',
  ),
  besideLive('MAIL_FROM', faultOfEmail, `it sends every email; name one whose domain is proven at ${SENDER_PAGE}`),
  besideLive('CONTACT_EMAIL', faultOfEmail, 'visitors see it and write to it; name one that you read'),
  besideLive('ADMIN_EMAIL', faultOfEmail, 'whoever signs up with it is the first admin, who opens the sale; name your own'),
  rule(
    'DOMAIN',
    (value) => value !== '' && !isDomain(value) && 'must be the bare name of the site in small letters',
    'write it as concert.your-name.org, without https:// and www. before it',
  ),
  besideLive(
    'PUBLIC_ORIGIN',
    faultOfOrigin,
    'in containers set DOMAIN to the name of the site; behind a proxy of your own set PUBLIC_ORIGIN to https:// and that name',
  ),
  besideLive(
    'TRUSTED_PROXIES',
    (value) => value === '' && MISSING,
    'in containers it follows from DOMAIN; of a proxy of your own name the address, without which visitors cannot be told apart',
  ),
  rule('GOOGLE_CLIENT_SECRET', missingBeside('GOOGLE_CLIENT_ID'), BOTH_OF_GOOGLE),
  rule('GOOGLE_CLIENT_ID', missingBeside('GOOGLE_CLIENT_SECRET'), BOTH_OF_GOOGLE),
  besideLive(
    'GOOGLE_CLIENT_ID',
    (value, env) => value !== '' && !env['GOOGLE_ISSUER'] && !value.endsWith('.apps.googleusercontent.com') && 'must be a client at Google',
    'it ends with .apps.googleusercontent.com; copy it from https://console.cloud.google.com/apis/credentials',
  ),
  besideLive(
    'GOOGLE_ISSUER',
    (value) => value !== '' && faultOfOrigin(URL.parse(value)?.origin ?? value) && 'must be left out, or an https address of your own',
    'whoever answers there could sign in as anyone',
  ),
  besideLive(
    'SAMPLE_ACCOUNTS',
    (value) => isTrue(value) && 'must not be true',
    'everyone may know these accounts; leave it out, and sign up with the address of ADMIN_EMAIL',
  ),
];

/**
 * What is wrong with the settings of a start, one sentence each: what is missing, where to set it, how to get it.
 * @param env with the content of files in place of their names
 */
export function faultsOf(env: Environment, rules: readonly SettingRule[] = SETTING_RULES): string[] {
  const live = isLive(env);
  return rules.flatMap(({ setting, beside, fault, how }) => {
    if (beside === 'live key' && !live) return [];
    const wrong = fault(env[setting] ?? '', env);
    return wrong ? [`${setting} ${wrong}${beside === 'live key' ? ' beside a live STRIPE_SECRET_KEY' : ''}: ${how}.`] : [];
  });
}

/** The settings of `npm start` that rules are about, the content of each `NAME_FILE` in place of its name. What is set twice becomes no value at all. */
function withFiles(env: Environment): Environment {
  const names = [...new Set(SETTING_RULES.map(({ setting }) => setting))];
  return Object.fromEntries(
    names.map((name) => {
      const file = env[`${name}_FILE`];
      const kept = file && readFileSync(file, 'utf8').trim();
      return [name, [env[name], kept].filter(Boolean).join(' ')];
    }),
  );
}

/** @throws Failure where `npm start` may not start with these settings, or a file that they name cannot be read */
export function assertSettings(env: Environment): void {
  const faults = faultsOf(withFiles(env));
  if (faults.length > 0)
    throw new Failure(faults.join('\n'), 'set what is named in .env and run the same command again; docs/settings.md has the settings.');
}
