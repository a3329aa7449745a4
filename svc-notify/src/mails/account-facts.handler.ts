import { accountMailRequestedV1 } from '@concert/contracts/auth/events';
import type { Fact } from '@concert/contracts/core/envelope';
import type { InboxResult } from '@concert/service-kit/store/outcome';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import type { AccountMailKind } from '@concert/contracts/auth/account-mails';
import { Controller } from '@nestjs/common';
import { MailBudget } from './mail-budget.ts';
import { PostForFacts } from './post-for-facts.ts';

const PURPOSE = 'send-account-mails';
/** Anybody can cause these with an address they type. */
const OF_STRANGERS: ReadonlySet<AccountMailKind> = new Set(['verification', 'password-reset', 'sign-in-code', 'account-exists']);
type Requested = Fact<typeof accountMailRequestedV1>;

/** Mails about accounts have their own queue, so that tickets and accounts never wait for each other. */
@Controller()
export class AccountFactsHandler {
  private readonly send: (fact: Requested) => Promise<InboxResult>;

  constructor(
    post: PostForFacts,
    private readonly budget: MailBudget,
  ) {
    this.send = post.by<Requested>(PURPOSE, ({ id, data: { kind, mailRef, askedBy } }) => ({
      kind,
      factId: id,
      subjectId: mailRef,
      askedBy,
    }));
  }

  @OnFact(accountMailRequestedV1, PURPOSE)
  async requested(fact: Fact<typeof accountMailRequestedV1>): Promise<InboxResult> {
    const handled = await this.send(fact);
    if (handled === 'done' && OF_STRANGERS.has(fact.data.kind)) await this.budget.noteAccess();
    return handled;
  }
}
