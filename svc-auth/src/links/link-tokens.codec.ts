import { createHmac } from 'node:crypto';
import type { AccountMailKind } from '@concert/contracts/auth/account-mails';
import { token } from '@concert/service-kit/provide';

export const LINK_TOKENS = token<LinkTokens>('LinkTokens');

/** Makes the secrets in mails. */
export interface LinkTokens {
  /** The secret that a mail carries. */
  tokenOf(kind: AccountMailKind, linkId: string): string;
}

/**
 * A mail may be sent minutes later by another process, and again when its provider did not answer, so its secret has to be known at that
 * moment. It is computed then, from the link's random reference and a key that only svc-auth has. The database holds hashes, the messages
 * hold references, and neither is enough to make a link.
 */
export class HmacLinkTokens implements LinkTokens {
  constructor(private readonly key: string) {}

  tokenOf(kind: AccountMailKind, linkId: string): string {
    return createHmac('sha256', this.key).update(`account-link\n${kind}\n${linkId}`).digest('base64url');
  }
}
