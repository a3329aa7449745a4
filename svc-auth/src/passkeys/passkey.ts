import type { Transport } from '@concert/contracts/auth/passkeys';
import type { PasskeyId, UserId } from '@concert/contracts/core/ids';

/** A key pair for this site in an authenticator of its owner: a phone, a computer, a security key. Only the public half is known here. */
export interface Passkey {
  readonly id: PasskeyId;
  readonly userId: UserId;
  readonly name: string;
  /** How the authenticator calls it, in base64url. */
  readonly credentialId: string;
  /** COSE key in base64url. */
  readonly publicKey: string;
  /** Uses as the authenticator counts them; 0 for ever where it does not count. */
  readonly counter: number;
  /** Whether it may ever leave its device (WebAuthn level 3 section 6.1.3, backup eligibility). */
  readonly backupEligible: boolean;
  /** Whether it was backed up when it was last used. */
  readonly backedUp: boolean;
  readonly transports: readonly Transport[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** What an authenticator says of a passkey each time it uses it. */
export type PasskeyUse = Pick<Passkey, 'counter' | 'backedUp'>;

/** Whether a use shows that a passkey was moved, or that a copy of it exists: its counter did not grow. One that never counts shows nothing. */
export function isCloned({ counter }: Pick<Passkey, 'counter'>, use: PasskeyUse): boolean {
  return counter > 0 && use.counter <= counter;
}

/** What an authenticator said of a passkey it made. */
export type CreatedPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'backupEligible' | 'backedUp' | 'transports'>;
