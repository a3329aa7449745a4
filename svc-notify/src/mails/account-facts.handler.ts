import { accountMailRequestedV1 } from '@concert/contracts/auth/events';
import type { Fact } from '@concert/contracts/core/envelope';
import { Inbox } from '@concert/service-kit/inbox';
import type { Handled } from '@concert/service-kit/outcome';
import { OnFact } from '@concert/service-kit/on-fact';
import { Controller } from '@nestjs/common';
import { PostMail } from './post-mail.ts';
import { NewMailSignal } from './new-mail-signal.ts';

/** Mails about accounts, in a queue of their own: tickets and accounts never wait for each other. */
@Controller()
export class AccountFactsHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly postMail: PostMail,
    private readonly newMail: NewMailSignal,
  ) {}

  @OnFact(accountMailRequestedV1, 'send-account-mails')
  async requested(fact: Fact<typeof accountMailRequestedV1>): Promise<Handled> {
    const { kind, mailRef } = fact.data;
    const handled = await this.inbox.once(
      'send-account-mails',
      fact,
      async (transaction) => void (await this.postMail.post({ kind, factId: fact.id, subjectId: mailRef }, transaction)),
    );
    this.newMail.raise();
    return handled;
  }
}
