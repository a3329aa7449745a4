import { isLive } from './live-keys.ts';

/** An account to try a system with. */
export interface SampleAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly role: 'buyer' | 'organiser' | 'admin';
}

/** One account of every role. @param passwordOf gives each role its password, the same every time */
export function sampleAccounts(passwordOf: (role: SampleAccount['role']) => string): SampleAccount[] {
  return (['buyer', 'organiser', 'admin'] as const).map((role) => ({
    email: `${role}@example.org`,
    name: `Sample ${role.charAt(0).toUpperCase()}${role.slice(1)}`,
    password: passwordOf(role),
    role,
  }));
}

/** The sample accounts of a system started here: none where real money is taken, because everybody may know them. */
export function sampleAccountsBeside(env: Readonly<Record<string, string | undefined>>, password: string): SampleAccount[] {
  return isLive(env) ? [] : sampleAccounts(() => password);
}
