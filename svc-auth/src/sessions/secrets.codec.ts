import { createHash, randomBytes } from 'node:crypto';

export const SECRETS = Symbol('Secrets');

/** Makes secrets for cookies, and what is stored of them. */
export interface Secrets {
  /** 256 random bits, in characters that a header carries. */
  next(): string;
  /** SHA-256. A secret is random and long, so one plain hash keeps it. */
  hash(...parts: string[]): string;
}

export const randomSecrets: Secrets = {
  next: () => randomBytes(32).toString('base64url'),
  hash: (...parts) => createHash('sha256').update(parts.join('\n')).digest('base64url'),
};
