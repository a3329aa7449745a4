import { randomBytes } from 'node:crypto';
import { identitySettings, makeKeyPair, type KeyPair } from '@concert/machine-kit/key-pairs';

/** Key pairs for several processes, with the settings each of them needs to prove who it is and to check the others. */
export class KeyRing {
  readonly #pairs: Map<string, KeyPair>;
  readonly #pseudonymKey = randomBytes(32).toString('base64url');

  constructor(names: readonly string[]) {
    this.#pairs = new Map(names.map((name) => [name, makeKeyPair()]));
  }

  pair(name: string): KeyPair {
    const pair = this.#pairs.get(name);
    if (pair === undefined) throw new Error(`This key ring has no pair for ${name}.`);
    return pair;
  }

  settingsFor(name: string): { IDENTITY_PRIVATE_KEY: string; IDENTITY_PUBLIC_KEYS: string; PSEUDONYM_KEY: string } {
    return {
      ...identitySettings(name, Object.fromEntries([...this.#pairs].map(([of, pair]) => [of, [pair]]))),
      PSEUDONYM_KEY: this.#pseudonymKey,
    };
  }
}
