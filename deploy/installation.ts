import { faultsBesideLiveKey, isLive, passkeysDemanded } from '../dev/system/live-keys.ts';
import { STAND_IN_CLIENT } from '../dev/system/process-settings.ts';
import { SERVICES } from '@concert/machine-kit/rooms';
import { sampleAccounts, type SampleAccount } from '../dev/system/sample-accounts.ts';
import type { Secrets } from '../dev/system/secrets.ts';
import { isDomain } from './domain.ts';
import { digestFaults } from './image-pins.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Who mails come from, and where their replies go. */
export const mailFrom = (env: Environment): string => env.MAIL_FROM || 'tickets@concert.example';
export const contactEmail = (env: Environment): string => env.CONTACT_EMAIL || 'organisers@concert.example';

/** The address of the site and the proxy in front of it follow from the domain, where they are not set. */
export function onDomain(env: Environment): Environment {
  if (!env.DOMAIN) return env;
  return {
    ...env,
    PUBLIC_ORIGIN: env.PUBLIC_ORIGIN || `https://${env.DOMAIN}`,
    TRUSTED_PROXIES: env.TRUSTED_PROXIES || 'name:caddy',
  };
}

/** @throws Error naming everything that is missing beside the keys that are set; nothing may be laid out then */
export function assertInstallation(env: Environment): void {
  const faults = [
    ...faultsBesideLiveKey(env),
    ...digestFaults(env),
    ...(env.DOMAIN && !isDomain(env.DOMAIN)
      ? ['DOMAIN must be the bare name of the site in small letters, such as concert.your-name.org, without https:// and without www.']
      : []),
    ...(env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRETS && !isLive(env)
      ? ['STRIPE_WEBHOOK_SECRETS is missing beside STRIPE_SECRET_KEY: no webhook would be believed']
      : []),
    ...(env.STRIPE_MODE &&
    (isLive(env) ? env.STRIPE_MODE === 'test' : env.STRIPE_MODE === 'live' || (env.STRIPE_MODE === 'own' && !env.STRIPE_SECRET_KEY))
      ? [`STRIPE_MODE says ${env.STRIPE_MODE}, and STRIPE_SECRET_KEY is of another kind or missing`]
      : []),
    ...(env.GOOGLE_CLIENT_ID && !env.GOOGLE_CLIENT_SECRET ? ['GOOGLE_CLIENT_SECRET is missing beside GOOGLE_CLIENT_ID'] : []),
    ...(env.SAMPLE_ACCOUNTS === 'true' && isLive(env)
      ? ['SAMPLE_ACCOUNTS must not be true: everybody may know these accounts; ADMIN_EMAIL names the first admin']
      : []),
  ];
  if (faults.length > 0)
    throw new Error(`Nothing was changed, because of these settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
}

/**
 * What the processes read that an operator sets, by file: accounts at providers, or those of the stand-ins, and addresses. The settings of a
 * stand-in that does not run are empty. With a payment account of one's own nobody signs in by the stand-in for Google.
 */
export function installationFiles(env: Environment, secrets: Secrets): Record<string, string> {
  const origin = env.PUBLIC_ORIGIN || `http://localhost:${env.SITE_PORT || '8080'}`;
  return {
    ...Object.fromEntries(['gateway', ...SERVICES].map((name) => [`${name}/public-origin`, origin])),
    'gateway/trusted-proxies': env.TRUSTED_PROXIES ?? '',
    'svc-auth/admin-email': env.ADMIN_EMAIL ?? '',
    'svc-auth/passkeys-demanded': passkeysDemanded(env),
    'svc-notify/mail-from': mailFrom(env),
    'svc-notify/contact-email': contactEmail(env),
    ...paymentFiles(env, secrets),
    ...mailFiles(env, secrets),
    ...googleFiles(env, secrets, origin),
  };
}

function paymentFiles(env: Environment, { stripeKey, stripeWebhook }: Secrets): Record<string, string> {
  if (env.STRIPE_SECRET_KEY)
    return {
      'svc-payment/stripe-mode': env.STRIPE_MODE || 'own',
      'svc-payment/stripe-secret-key': env.STRIPE_SECRET_KEY,
      'svc-payment/stripe-webhook-secrets': env.STRIPE_WEBHOOK_SECRETS ?? '',
      'svc-payment/stripe-api-url': env.STRIPE_API_URL ?? '',
      'standins/stripe.json': '',
    };
  return {
    'svc-payment/stripe-mode': env.STRIPE_MODE ?? '',
    'svc-payment/stripe-secret-key': stripeKey,
    'svc-payment/stripe-webhook-secrets': env.STRIPE_WEBHOOK_SECRETS || stripeWebhook,
    'svc-payment/stripe-api-url': env.STRIPE_API_URL || 'http://stripe:8190',
    'standins/stripe.json': JSON.stringify({ WEBHOOK_SECRET: stripeWebhook }),
  };
}

function mailFiles(env: Environment, { sendgridKey, mailEvents }: Secrets): Record<string, string> {
  if (env.SENDGRID_API_KEY)
    return {
      'svc-notify/sendgrid-api-key': env.SENDGRID_API_KEY,
      'svc-notify/sendgrid-event-public-keys': env.SENDGRID_EVENT_PUBLIC_KEYS ?? '',
      'svc-notify/sendgrid-api-url': env.SENDGRID_API_URL ?? '',
      'standins/mail.json': '',
    };
  return {
    'svc-notify/sendgrid-api-key': sendgridKey,
    'svc-notify/sendgrid-event-public-keys': env.SENDGRID_EVENT_PUBLIC_KEYS || mailEvents.publicKey,
    'svc-notify/sendgrid-api-url': env.SENDGRID_API_URL || 'http://mail:8180',
    'standins/mail.json': JSON.stringify({ EVENT_SIGNING_KEY: mailEvents.privateKey }),
  };
}

function googleFiles(env: Environment, { googleSecret }: Secrets, origin: string): Record<string, string> {
  if (env.GOOGLE_CLIENT_ID || env.STRIPE_SECRET_KEY)
    return {
      'svc-auth/google-client-id': env.GOOGLE_CLIENT_ID ?? '',
      'svc-auth/google-client-secret': (env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET) ?? '',
      'svc-auth/google-issuer': env.GOOGLE_ISSUER ?? '',
      'standins/oidc.json': '',
    };
  return {
    'svc-auth/google-client-id': STAND_IN_CLIENT,
    'svc-auth/google-client-secret': googleSecret,
    'svc-auth/google-issuer': env.GOOGLE_ISSUER || `http://localhost:${env.IDENTITY_PORT || '8191'}`,
    'standins/oidc.json': JSON.stringify({
      CLIENT_ID: STAND_IN_CLIENT,
      CLIENT_SECRET: googleSecret,
      REDIRECT_URIS: `${origin}/api/auth/google/callback`,
    }),
  };
}

/**
 * Accounts of every role, where they are asked for.
 * @param passwordOf gives each role its password, the same every time
 */
export function accountsOf(env: Environment, passwordOf: (role: SampleAccount['role']) => string): SampleAccount[] {
  return env.SAMPLE_ACCOUNTS === 'true' ? sampleAccounts(passwordOf) : [];
}
