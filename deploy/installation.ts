type Environment = Readonly<Record<string, string | undefined>>;

/** An account to try a new installation with. */
export interface SampleAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly role: 'buyer' | 'organiser' | 'admin';
}

const LIVE_KEY = /^(sk|rk)_live_/;

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
export function sampleAccounts(env: Environment, passwordOf: (role: SampleAccount['role']) => string): SampleAccount[] {
  if (env.SAMPLE_ACCOUNTS !== 'true') return [];
  if (LIVE_KEY.test(env.STRIPE_SECRET_KEY ?? ''))
    throw new Error('SAMPLE_ACCOUNTS=true stands beside a live STRIPE_SECRET_KEY. Leave it out; ADMIN_EMAIL names the first admin.');
  return (['buyer', 'organiser', 'admin'] as const).map((role) => ({
    email: `${role}@example.org`,
    name: `Sample ${role.charAt(0).toUpperCase()}${role.slice(1)}`,
    password: passwordOf(role),
    role,
  }));
}
