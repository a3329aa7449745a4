import { TRANSPORTS, type Assertion, type Registration, type Transport } from '@concert/contracts/auth/passkeys';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { CreatedPasskey, Passkey, PasskeyUse } from './passkey.ts';
import { ALGORITHMS } from './options.ts';

/** What an authenticator brought does not hold. */
export class AuthenticatorError extends Error {
  override readonly name = 'AuthenticatorError';
}

/** Checks what authenticators signed. The library checks type, challenge, origin, relying party, presence, verification and signature (WebAuthn level 3 sections 7.1, 7.2). */
export class WebAuthnAuthenticators {
  /** @param publicOrigin where pages are served; its host is the relying party */
  constructor(private readonly publicOrigin: string) {}

  /** The challenge that an authenticator says it answers; undefined when that cannot be read. */
  challengeIn({ response: { clientDataJSON } }: Registration | Assertion): string | undefined {
    try {
      const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { challenge?: unknown };
      return typeof challenge === 'string' ? challenge : undefined;
    } catch {
      return undefined;
    }
  }

  /** A passkey that was just made. @throws AuthenticatorError */
  async made({ response: { transports = [], ...response }, ...registration }: Registration, challenge: string): Promise<CreatedPasskey> {
    const { registrationInfo } = await checked(
      verifyRegistrationResponse({
        response: { ...registration, response, clientExtensionResults: {} },
        ...this.expected(challenge),
        supportedAlgorithmIDs: [...ALGORITHMS],
      }),
    );
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo!;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
      transports: TRANSPORTS.filter((known: Transport) => transports.includes(known)),
    };
  }

  /** A use of a known passkey. Whether its counter grew is for the caller to judge. @throws AuthenticatorError */
  async used({ response: { userHandle, ...response }, ...assertion }: Assertion, challenge: string, passkey: Passkey): Promise<PasskeyUse> {
    const { authenticationInfo } = await checked(
      verifyAuthenticationResponse({
        response: { ...assertion, response: { ...response, ...(userHandle ? { userHandle } : {}) }, clientExtensionResults: {} },
        ...this.expected(challenge),
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          // It throws for a counter that did not grow, which is no reason to refuse: password managers count anew when they move a passkey.
          counter: 0,
        },
      }),
    );
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
  }

  private expected(expectedChallenge: string) {
    return {
      expectedChallenge,
      expectedOrigin: this.publicOrigin,
      expectedRPID: new URL(this.publicOrigin).hostname,
      requireUserVerification: true,
    };
  }
}

/** The library refuses by an Error with a text of its own, or by `verified: false`. */
async function checked<T extends { readonly verified: boolean }>(verification: Promise<T>): Promise<T> {
  const outcome = await verification.catch((error: unknown) => {
    throw new AuthenticatorError('an authenticator was refused', { cause: error });
  });
  if (!outcome.verified) throw new AuthenticatorError('the signature of an authenticator does not hold');
  return outcome;
}
