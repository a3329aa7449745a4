import { readFileSync } from 'node:fs';

/** Settings by their names, as a process is given them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The payment provider's keys that move real money say so in their beginning. */
const LIVE_KEY = /^(sk|rk)_live_/;

/** Whether the payment key that is set, or that the named file holds, moves real money. @throws Error when the file cannot be read */
export function isLive({ STRIPE_SECRET_KEY, STRIPE_SECRET_KEY_FILE }: Environment): boolean {
  return LIVE_KEY.test(STRIPE_SECRET_KEY_FILE ? readFileSync(STRIPE_SECRET_KEY_FILE, 'utf8') : (STRIPE_SECRET_KEY ?? ''));
}

/** `AUTH_PASSKEYS_DEMANDED` as it is set; where it is not, organisers and admins need a passkey as soon as real money is taken. */
export function passkeysDemanded(env: Environment): string {
  return env['AUTH_PASSKEYS_DEMANDED'] || String(isLive(env));
}
