import { isLive } from '../dev/system/live-keys.ts';
import { sampleAccounts, type SampleAccount } from '../dev/system/sample-accounts.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the services of an installation find each provider; empty for the provider itself. A stand-in's address stands only where its own key does. */
export function providerAddresses(env: Environment): { readonly stripe: string; readonly sendgrid: string; readonly google: string } {
  return {
    stripe: env.STRIPE_API_URL || (env.STRIPE_SECRET_KEY ? '' : 'http://stripe:8190'),
    sendgrid: env.SENDGRID_API_URL || (env.SENDGRID_API_KEY ? '' : 'http://mail:8180'),
    google: env.GOOGLE_ISSUER || (env.GOOGLE_CLIENT_ID ? '' : `http://localhost:${env.IDENTITY_PORT || '8191'}`),
  };
}

/**
 * Accounts of every role, where they are asked for.
 * @param passwordOf gives each role its password, the same every time
 * @throws Error where real money is taken: everybody may know these accounts
 */
export function accountsOf(env: Environment, passwordOf: (role: SampleAccount['role']) => string): SampleAccount[] {
  if (env.SAMPLE_ACCOUNTS !== 'true') return [];
  if (isLive(env))
    throw new Error('SAMPLE_ACCOUNTS=true stands beside a live STRIPE_SECRET_KEY. Leave it out; ADMIN_EMAIL names the first admin.');
  return sampleAccounts(passwordOf);
}
