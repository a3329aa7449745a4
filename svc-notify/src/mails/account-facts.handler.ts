import { accountMailRequestedV1 } from '@concert/contracts/auth/events';
import type { Fact } from '@concert/contracts/core/envelope';
import type { Handled } from '@concert/service-kit/store/outcome';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller } from '@nestjs/common';
import { PostForFacts } from './post-for-facts.ts';

const PURPOSE = 'send-account-mails';
type Requested = Fact<typeof accountMailRequestedV1>;

/** Mails about accounts have their own queue, so that tickets and accounts never wait for each other. */
@Controller()
export class AccountFactsHandler {
  private readonly send: (fact: Requested) => Promise<Handled>;

  constructor(post: PostForFacts) {
    this.send = post.by<Requested>(PURPOSE, ({ id, data: { kind, mailRef } }) => ({ kind, factId: id, subjectId: mailRef }));
  }

  @OnFact(accountMailRequestedV1, PURPOSE)
  requested(fact: Fact<typeof accountMailRequestedV1>): Promise<Handled> {
    return this.send(fact);
  }
}
