import type { AccountMailKind } from '@concert/contracts/auth/account-mails';

/** The content of a mail about an account, as its owner knows it now. */
export interface AccountMail {
  readonly kind: AccountMailKind;
  readonly email: string;
  /** Target of the button; for most kinds a secret link that works once. */
  readonly url: string;
  readonly code?: string | undefined;
  /** When the link expires. */
  readonly expiresAt?: string | undefined;
  /** The sign-in it tells of. */
  readonly login?: { readonly at: string; readonly device: string } | undefined;
  readonly act?: { readonly at: string; readonly words: string } | undefined;
}

/** The source of what mails about accounts say. */
export interface AccountMails {
  /** @throws DomainError when the link no longer works, NeighbourUnavailableError when its owner does not answer */
  show(mailRef: string): Promise<AccountMail>;
}
