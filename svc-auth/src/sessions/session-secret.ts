import { createHash, randomBytes } from 'node:crypto';

/** A new secret for a cookie: 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret. It is random and long, so one plain hash keeps it. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
