import type { CreationOptions, RequestOptions } from '@concert/contracts/auth/passkeys';
import type { User } from '../users/user.ts';
import { CHALLENGE_SECONDS } from './challenge.ts';
import type { Passkey } from './passkey.ts';

/** Kinds of signatures a passkey may be made for: Ed25519, ES256, RS256 (IANA COSE algorithms), the best first. */
export const ALGORITHMS: readonly number[] = [-8, -7, -257];

const SITE_NAME = 'Music for Meditation Concert';
const TIMEOUT_MS = CHALLENGE_SECONDS * 1_000;

const known = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, type: 'public-key' as const, transports: [...transports] }));

/** What an authenticator keeps of its owner beside a passkey: the account's id, and nothing that tells who it is. */
export const userHandleOf = (userId: User['id']): string => Buffer.from(userId, 'utf8').toString('base64url');

/** How a browser makes a passkey that needs no typed name, behind a fingerprint, a face or a code. `rpId`: host of the site */
export function creationOptions(rpId: string, user: User, passkeys: readonly Passkey[], challenge: string): CreationOptions {
  return {
    challenge,
    rp: { id: rpId, name: SITE_NAME },
    user: { id: userHandleOf(user.id), name: user.email, displayName: user.name || user.email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: TIMEOUT_MS,
    excludeCredentials: known(passkeys),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** How a browser has one of these passkeys used, or any of the site when none are named. */
export function requestOptions(rpId: string, passkeys: readonly Passkey[], challenge: string): RequestOptions {
  return { challenge, rpId, timeout: TIMEOUT_MS, userVerification: 'required', allowCredentials: known(passkeys) };
}
