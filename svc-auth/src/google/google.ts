import type { GoogleFailure } from '@concert/contracts/auth/google-failures';
import type { UserId } from '@concert/contracts/core/ids';

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

/** How the browser went to Google: in a popup, or the page itself. */
export type GoogleFlowMode = 'popup' | 'redirect';

/** One sign-in that was begun and may be finished once, by the browser that began it. */
export interface GoogleFlow extends Omit<FlowSecrets, 'state'> {
  /** Hash of the `state` that travels through the browser's address. */
  readonly id: string;
  /** Hash of the secret in the cookie of the browser that began it. */
  readonly browserHash: string;
  readonly mode: GoogleFlowMode;
  /** The signed-in person who proves anew who they are; null at a sign-in. */
  readonly confirms: UserId | null;
  readonly expiresAt: Date;
}

export const FLOW_SECONDS = 600;
