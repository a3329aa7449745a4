import { authRoutes } from '@concert/contracts/auth/http';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { AccountMail, AccountMails } from './account-mails.ts';

/** Asks svc-auth at the moment of sending, so that no address and no secret is part of a fact or stored in the list of mails. */
export class HttpAccountMails implements AccountMails {
  constructor(private readonly auth: InternalClient) {}

  show(mailRef: string): Promise<AccountMail> {
    return this.auth.call(authRoutes.showAccountMail, { params: { mailRef } });
  }
}
