import { createHash, createHmac } from 'node:crypto';
import type { AccountMailKind } from '@concert/contracts/auth/account-mails';

/**
 * Makes the secrets in mails. A mail may be sent minutes later by another process, and again when its provider did not answer, so its secret has to be known at that
 * moment. It is computed then, from the link's random reference and a key that only svc-auth has. The database holds hashes, the messages
 * hold references, and neither is enough to make a link.
 */
export class HmacLinkTokens {
  /** @param keys the first makes the secrets of new links */
  constructor(private readonly keys: readonly string[]) {}

  /** The secret of a new link. */
  tokenOf(kind: AccountMailKind, linkId: string): string {
    return this.tokensOf(kind, linkId)[0]!;
  }

  /** What the secret of a link can be: one for each key that is accepted, so that a link outlives the change of a key. */
  tokensOf(kind: AccountMailKind, linkId: string): string[] {
    return this.keys.map((key) => createHmac('sha256', key).update(`account-link\n${kind}\n${linkId}`).digest('base64url'));
  }

  /** The six digits that somebody types who does not follow the link with this secret. */
  codeOf(token: string): string {
    const digits = createHash('sha256').update(`code\n${token}`).digest().readUIntBE(0, 6) % 1_000_000;
    return String(digits).padStart(6, '0');
  }

  /** The secret of the session that a code opens in the browser that asked for it: the same each time, so that a lost answer can be given again. */
  sessionSecretOf(request: string, linkId: string): string {
    return createHmac('sha256', this.keys[0]!).update(`session\n${linkId}\n${request}`).digest('base64url');
  }
}
