import { createHmac, timingSafeEqual } from 'node:crypto';
import { idSchema } from '@concert/contracts/core/ids';
import type { SignUpId } from './sign-up.ts';

const id = idSchema('nextDate');

const toConfirm = (of: SignUpId, nonce: string) => `next-date-confirm\n${of}\n${nonce}`;
const toLeave = (of: SignUpId) => `next-date-leave\n${of}`;

/**
 * Secrets of the links in next-date mails: the sign-up's id and a signature. The signature is not stored: reading the database is not enough
 * to make a link, a key is needed too.
 */
export class HmacLinkTokens {
  /** @param keys the first signs; links signed with the others still work */
  constructor(private readonly keys: readonly string[]) {}

  confirming(of: SignUpId, nonce: string): string {
    return this.tokens(of, toConfirm(of, nonce))[0]!;
  }

  leaving(of: SignUpId): string {
    return this.tokens(of, toLeave(of))[0]!;
  }

  /** The sign-up that a secret names. It does not check the signature. */
  signUpOf(token: string): SignUpId | undefined {
    const parsed = id.safeParse(token.split('.')[0]);
    return parsed.success ? parsed.data : undefined;
  }

  /** Whether a secret confirms this sign-up. */
  confirms(token: string, of: SignUpId, nonce: string): boolean {
    return this.isOneOf(token, this.tokens(of, toConfirm(of, nonce)));
  }

  /** Whether a secret takes this sign-up off the list. */
  leaves(token: string, of: SignUpId): boolean {
    return this.isOneOf(token, this.tokens(of, toLeave(of)));
  }

  private isOneOf(token: string, right: readonly string[]): boolean {
    const given = Buffer.from(token);
    return right.map((one) => Buffer.from(one)).some((one) => given.length === one.length && timingSafeEqual(given, one));
  }

  /** What each key makes of it. */
  private tokens(of: SignUpId, what: string): string[] {
    return this.keys.map((key) => `${of}.${createHmac('sha256', key).update(what).digest('base64url')}`);
  }
}
