import { generateKeyPairSync } from 'node:crypto';

/** An Ed25519 pair in the form the settings take: base64 of PKCS 8 and SPKI. */
export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** A new pair. */
export function makeKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}

/**
 * The settings a process needs to prove who it is and to check the others.
 * @param pairs of each process: the first signs, all are accepted
 * @throws Error when it has no pair
 */
export function identitySettings(
  name: string,
  pairs: Readonly<Record<string, readonly KeyPair[]>>,
): { IDENTITY_PRIVATE_KEY: string; IDENTITY_PUBLIC_KEYS: string } {
  const [own] = pairs[name] ?? [];
  if (own === undefined) throw new Error(`There is no key pair for ${name}.`);
  const publicKeys = Object.entries(pairs).map(([of, known]) => [of, known.map(({ publicKey }) => publicKey)] as const);
  return { IDENTITY_PRIVATE_KEY: own.privateKey, IDENTITY_PUBLIC_KEYS: JSON.stringify(Object.fromEntries(publicKeys)) };
}
