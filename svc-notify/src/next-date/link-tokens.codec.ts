import { createHmac, timingSafeEqual } from 'node:crypto';
import { idSchema } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';
import type { SignUpId } from './sign-up.ts';

export const LINK_TOKENS = token<LinkTokens>('LinkTokens');

/** Secrets of the links in next-date mails: the sign-up's id and a signature. */
export interface LinkTokens {
  confirming(id: SignUpId, nonce: string): string;
  leaving(id: SignUpId): string;
  /** The sign-up that a secret names. It does not check the signature. */
  signUpOf(token: string): SignUpId | undefined;
  /** Whether a secret confirms this sign-up. */
  confirms(token: string, id: SignUpId, nonce: string): boolean;
  /** Whether a secret takes this sign-up off the list. */
  leaves(token: string, id: SignUpId): boolean;
}

const id = idSchema('nextDate');

const toConfirm = (of: SignUpId, nonce: string) => `next-date-confirm\n${of}\n${nonce}`;
const toLeave = (of: SignUpId) => `next-date-leave\n${of}`;

/** The signature is not stored: reading the database is not enough to make a link, a key is needed too. */
export class HmacLinkTokens implements LinkTokens {
  /** @param keys the first signs; links signed with the others still work */
  constructor(private readonly keys: readonly string[]) {}

  confirming(of: SignUpId, nonce: string): string {
    return this.tokens(of, toConfirm(of, nonce))[0]!;
  }

  leaving(of: SignUpId): string {
    return this.tokens(of, toLeave(of))[0]!;
  }

  signUpOf(token: string): SignUpId | undefined {
    const parsed = id.safeParse(token.split('.')[0]);
    return parsed.success ? parsed.data : undefined;
  }

  confirms(token: string, of: SignUpId, nonce: string): boolean {
    return this.isOneOf(token, this.tokens(of, toConfirm(of, nonce)));
  }

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
