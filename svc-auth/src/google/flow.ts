import type { UserId } from '@concert/contracts/core/ids';

/** How the browser went to Google: in a popup, or the page itself. */
export type GoogleFlowMode = 'popup' | 'redirect';

/** One sign-in that was begun and may be finished once, by the browser that began it. */
export interface GoogleFlow {
  /** Hash of the `state` that travels through the browser's address. */
  readonly id: string;
  /** Hash of the secret in the cookie of the browser that began it. */
  readonly browserHash: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly mode: GoogleFlowMode;
  /** The signed-in person who proves anew who they are; null at a sign-in. */
  readonly confirms: UserId | null;
  /** Since when Google has to have asked them. */
  readonly askedAt: Date | null;
  readonly expiresAt: Date;
}

export const FLOW_SECONDS = 600;
