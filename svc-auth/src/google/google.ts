import type { GoogleFailure } from '@concert/contracts/auth/google-failures';

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
