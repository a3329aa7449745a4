import type { Assertion, Registration } from '@concert/contracts/auth/passkeys';
import { token } from '@concert/service-kit/process/provide';
import type { CreatedPasskey, Passkey, PasskeyUse } from './passkey.ts';

export const AUTHENTICATORS = token<Authenticators>('Authenticators');

/** Checks what authenticators signed: for this site, at its address, by a person who was there and proved it to the authenticator. */
export interface Authenticators {
  /** The challenge that an authenticator says it answers; undefined when that cannot be read. */
  challengeIn(answer: Registration | Assertion): string | undefined;
  /** A passkey that was just made. @throws AuthenticatorError */
  made(registration: Registration, challenge: string): Promise<CreatedPasskey>;
  /** A use of a known passkey. Whether its counter grew is for the caller to judge. @throws AuthenticatorError */
  used(assertion: Assertion, challenge: string, passkey: Passkey): Promise<PasskeyUse>;
}

/** What an authenticator brought does not hold. */
export class AuthenticatorError extends Error {
  override readonly name = 'AuthenticatorError';
}
