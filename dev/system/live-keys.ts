import { readFileSync } from 'node:fs';
import { Failure } from '@concert/machine-kit/failure';

type Environment = Readonly<Record<string, string | undefined>>;

/** The payment provider's keys that move real money say so in their beginning. */
const LIVE_KEY = /^(sk|rk)_live_/;

/** Whether the payment key that is set, or that the named file holds, moves real money. @throws Error when the file cannot be read */
export function isLive({ STRIPE_SECRET_KEY, STRIPE_SECRET_KEY_FILE }: Environment): boolean {
  return LIVE_KEY.test(STRIPE_SECRET_KEY_FILE ? readFileSync(STRIPE_SECRET_KEY_FILE, 'utf8') : (STRIPE_SECRET_KEY ?? ''));
}

/** Settings without which something of ours would stand in for a provider, or a made-up address be shown or mailed. */
export const NEEDED_BESIDE_LIVE = [
  'STRIPE_WEBHOOK_SECRETS',
  'SENDGRID_API_KEY',
  'MAIL_FROM',
  'CONTACT_EMAIL',
  'PUBLIC_ORIGIN',
  'TRUSTED_PROXIES',
];

/**
 * What is wrong beside a payment key that moves real money, one line each: what is missing, and addresses that are nobody's. The site is
 * reached by https there, which a proxy in front takes; unless it is trusted, visitors cannot be told apart.
 */
export function faultsBesideLiveKey(env: Environment): string[] {
  if (!isLive(env)) return [];
  return NEEDED_BESIDE_LIVE.flatMap((name) => {
    const value = env[name] || env[`${name}_FILE`];
    if (!value) return [`${name} is missing beside a live STRIPE_SECRET_KEY`];
    if (/[@.]example$/.test(value)) return [`${name} must be an address of your own beside a live STRIPE_SECRET_KEY`];
    if (name === 'PUBLIC_ORIGIN' && !value.startsWith('https://'))
      return [`${name} must begin with https:// beside a live STRIPE_SECRET_KEY`];
    return [];
  });
}

/** @throws Failure when something of ours would be used beside a payment key that moves real money */
export function assertOwnBesideLiveKey(env: Environment): void {
  const faults = faultsBesideLiveKey(env);
  if (faults.length > 0)
    throw new Failure(faults.join('\n'), 'set what is named and run the same command again; docs/settings.md has the settings.');
}

/** `AUTH_PASSKEYS_DEMANDED` as it is set; where it is not, organisers and admins need a passkey as soon as real money is taken. */
export function passkeysDemanded(env: Environment): string {
  return env['AUTH_PASSKEYS_DEMANDED'] || String(isLive(env));
}
