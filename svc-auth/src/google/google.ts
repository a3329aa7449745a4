import type { GoogleFailure } from '@concert/contracts/auth/google-failures';
import { token } from '@concert/service-kit/process/provide';

export const GOOGLE = token<Google>('Google');

/** Secrets of one sign-in that only this service and Google know. */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Google has to ask who somebody is from this moment on, by the clock that the times in its tokens are compared with; null: it may know already. */
  readonly askedAt: Date | null;
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
  /** @param again Google shall ask anew, and not rely on an earlier sign-in there */
  newHandshake(again: boolean): FlowSecrets;
  /**
   * Where to send the browser.
   * @param hint the address of the account that is asked for, where that is known
   * @throws GoogleError
   */
  addressFor(handshake: FlowSecrets, hint?: string): Promise<string>;
  /**
   * Turns what the browser brought back into a person: code exchanged, id token's signature, issuer, audience, time and nonce checked, and where it
   * was to ask anew, when it did.
   * @param search the query of the address it came back to
   * @throws GoogleError
   */
  personBehind(search: string, handshake: FlowSecrets): Promise<GooglePerson>;
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
