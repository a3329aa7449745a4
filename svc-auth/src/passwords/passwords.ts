import { token } from '@concert/service-kit/process/provide';
export const PASSWORDS = token<Passwords>('Passwords');

/** Hashes and checks passwords. They are taken as typed, in Unicode's composed form. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Whether a password belongs to a hash. Without a hash it does the same work and returns false, so that the time tells nothing. */
  matches(password: string, passwordHash: string | null): Promise<boolean>;
}
