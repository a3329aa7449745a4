import { accountMailRequestedV1 } from '@concert/contracts/auth/events';
import type { Envelope, FactData } from '@concert/contracts/core/envelope';
import { CLOCK, IDS, type Clock, type Ids } from '@concert/service-kit/clock';
import { currentContext } from '@concert/service-kit/context';
import { Inbox } from '@concert/service-kit/inbox';
import { OnFact } from '@concert/service-kit/on-fact';
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { newMail } from './mail.ts';
import { MAILS, type MailsRepository } from './mails.repository.ts';
import { SendMailsWorker } from './send-mails.worker.ts';

/** Mails about accounts, in a queue of their own: tickets and accounts never wait for each other. */
@Controller()
export class AccountFactsHandler {
  constructor(
    private readonly inbox: Inbox,
    @Inject(MAILS) private readonly mails: MailsRepository,
    private readonly worker: SendMailsWorker,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  @OnFact(accountMailRequestedV1, 'send-account-mails')
  async requested(@Payload() fact: Envelope<FactData<typeof accountMailRequestedV1>>): Promise<void> {
    const { kind, mailRef } = fact.data;
    const cause = { kind, factId: fact.id, subjectId: mailRef, correlationId: fact.correlationid, traceparent: currentContext()?.traceparent ?? '' };
    await this.inbox.once('send-account-mails', fact, (transaction) => this.mails.add(newMail({ id: this.ids.next('mail'), ...cause }, this.clock.now()), transaction));
    this.worker.wake();
  }
}
