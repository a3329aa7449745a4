import type { MailKind } from '../mails/mail.ts';

/** What a mail about an account says, as its owner knows it at this moment. */
export interface AccountMail {
  readonly kind: Extract<MailKind, 'verification' | 'password-reset' | 'account-exists'>;
  readonly email: string;
  /** Where its button leads; for most kinds a secret that works once. */
  readonly url: string;
  /** Until when it works. */
  readonly expiresAt?: string | undefined;
}

/** Where mails about accounts learn what to say. */
export interface AccountMails {
  /** @throws DomainError when the link no longer works, NeighbourUnavailableError when its owner does not answer */
  show(mailRef: string): Promise<AccountMail>;
}
