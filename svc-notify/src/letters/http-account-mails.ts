import { authRoutes } from '@concert/contracts/auth/http';
import type { InternalClient } from '@concert/service-kit/internal-client';
import type { AccountMail, AccountMails } from './account-mails.ts';

/** Asks svc-auth: one hop at the moment of sending, so that no address and no secret travels in a fact or waits in a list. */
export class HttpAccountMails implements AccountMails {
  constructor(private readonly auth: InternalClient) {}

  show(mailRef: string): Promise<AccountMail> {
    return this.auth.call(authRoutes.showAccountMail, { params: { mailRef } });
  }
}
