import { isLive, passkeysDemanded, type Environment } from '../dev/system/live-keys.ts';
import { STAND_IN_CLIENT } from '../dev/system/process-settings.ts';
import { SERVICES } from '@concert/machine-kit/rooms';
import { sampleAccounts, type SampleAccount } from '../dev/system/sample-accounts.ts';
import type { Secrets } from '../dev/system/secrets.ts';
import { faultsOf, SETTING_RULES, type SettingRule } from '../dev/system/setting-rules.ts';
import { contactEmail, mailFrom } from './addresses.ts';
import { ALERT_RULES } from './alertmanager.ts';

/** The address of the site and the proxy in front of it follow from the domain, where they are not set. */
export function onDomain(env: Environment): Environment {
  if (!env.DOMAIN) return env;
  return {
    ...env,
    PUBLIC_ORIGIN: env.PUBLIC_ORIGIN || `https://${env.DOMAIN}`,
    TRUSTED_PROXIES: env.TRUSTED_PROXIES || 'name:caddy',
  };
}

/** What ends the start of an installation in containers. */
export const INSTALLATION_RULES: readonly SettingRule[] = [...SETTING_RULES, ...ALERT_RULES];

/** @throws Error naming everything that is wrong with the settings; nothing may be laid out then */
export function assertInstallation(env: Environment): void {
  const faults = faultsOf(env, INSTALLATION_RULES);
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
    'gateway/payments-live': String(isLive(env)),
    'svc-booking/payments-live': String(isLive(env)),
    'svc-booking/contact-email': env.CONTACT_EMAIL ?? '',
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
