import type { GoogleFailure } from '@concert/contracts/auth/google-failures';
import { token } from '@concert/service-kit/provide';

export const GOOGLE = token<Google>('Google');

/** Secrets of one sign-in that only this service and Google know. */
export interface Handshake {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Somebody as Google knows them. */
export interface GooglePerson {
  /** Does not change with the address. */
  readonly sub: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  readonly name: string;
}

/** Speaks to Google. */
export interface Google {
  /** Whether this site is registered as a client. */
  readonly isSetUp: boolean;
  newHandshake(): Handshake;
  /** Where to send the browser. @throws GoogleError */
  addressFor(handshake: Handshake): Promise<string>;
  /**
   * Turns what the browser brought back into a person: code exchanged, id token's signature, issuer, audience, time and nonce checked.
   * @param search the query of the address it came back to
   * @throws GoogleError
   */
  personBehind(search: string, handshake: Handshake): Promise<GooglePerson>;
}

/** Google did not confirm who somebody is. */
export class GoogleError extends Error {
  override readonly name = 'GoogleError';
  constructor(
    readonly reason: GoogleFailure,
    options?: ErrorOptions,
  ) {
    super(`sign-in by Google: ${reason}`, options);
  }
}
