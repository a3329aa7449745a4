import { createHash, randomBytes } from 'node:crypto';
import { from, token } from '@concert/service-kit/process/provide';
import { Pseudonyms } from '@concert/service-kit/identity/pseudonyms';

export const SECRETS = token<Secrets>('Secrets');

/** Makes secrets for cookies, and their hashes for the database. */
export interface Secrets {
  /** 256 random bits, in characters that are allowed in a header. */
  next(): string;
  /** SHA-256. A secret is random and long, so one plain hash is enough. */
  hash(...parts: string[]): string;
}

export const randomSecrets: Secrets = {
  next: () => randomBytes(32).toString('base64url'),
  hash: (...parts) => createHash('sha256').update(parts.join('\n')).digest('base64url'),
};

/** Makes the key under which something is counted by address: it names nobody, not even to whoever tries every address. */
export const ADDRESS_PSEUDONYM = from(
  Pseudonyms,
  (pseudonyms) =>
    (...parts: string[]) =>
      pseudonyms.of(...parts),
);
