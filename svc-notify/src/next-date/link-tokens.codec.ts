import { createHmac, timingSafeEqual } from 'node:crypto';
import { idSchema } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/provide';
import type { SignUpId } from './sign-up.ts';

export const LINK_TOKENS = token<LinkTokens>('LinkTokens');

/** Secrets of the links in next-date mails: the sign-up's id and a signature. */
export interface LinkTokens {
  confirming(id: SignUpId, nonce: string): string;
  leaving(id: SignUpId): string;
  /** The sign-up that a secret names. It does not check the signature. */
  signUpOf(token: string): SignUpId | undefined;
  isSame(token: string, expected: string): boolean;
}

const id = idSchema('nextDate');

/** The signature is not stored: reading the database is not enough to make a link, the key is needed too. */
export class HmacLinkTokens implements LinkTokens {
  constructor(private readonly key: string) {}

  confirming(of: SignUpId, nonce: string): string {
    return this.token(of, `next-date-confirm\n${of}\n${nonce}`);
  }

  leaving(of: SignUpId): string {
    return this.token(of, `next-date-leave\n${of}`);
  }

  signUpOf(token: string): SignUpId | undefined {
    const parsed = id.safeParse(token.split('.')[0]);
    return parsed.success ? parsed.data : undefined;
  }

  isSame(token: string, expected: string): boolean {
    const [given, right] = [Buffer.from(token), Buffer.from(expected)];
    return given.length === right.length && timingSafeEqual(given, right);
  }

  private token(of: SignUpId, what: string): string {
    return `${of}.${createHmac('sha256', this.key).update(what).digest('base64url')}`;
  }
}
