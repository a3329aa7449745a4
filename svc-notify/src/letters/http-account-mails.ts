import { authRoutes } from '@concert/contracts/auth/http';
import type { AnswersOf } from '@concert/service-kit/http/handles';
import type { InternalClient } from '@concert/service-kit/http/internal-client';

/** The content of a mail about an account, as its owner knows it now. */
export type AccountMail = Omit<AnswersOf<typeof authRoutes>['showAccountMail'], 'name'>;

/** Asks svc-auth at the moment of sending, so that no address and no secret is part of a fact or stored in the list of mails. */
export class HttpAccountMails {
  constructor(private readonly auth: InternalClient) {}

  /** @throws DomainError when the link no longer works, NeighbourUnavailableError when its owner does not answer */
  show(mailRef: string): Promise<AccountMail> {
    return this.auth.call(authRoutes.showAccountMail, { params: { mailRef } });
  }
}
