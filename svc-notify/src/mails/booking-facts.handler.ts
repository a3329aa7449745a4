import { bookingPaidV1 } from '@concert/contracts/booking/events';
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

/** A paid booking gets its tickets by mail. The message is done when the mail is on the list, not when it is sent. */
@Controller()
export class BookingFactsHandler {
  constructor(
    private readonly inbox: Inbox,
    @Inject(MAILS) private readonly mails: MailsRepository,
    private readonly worker: SendMailsWorker,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  @OnFact(bookingPaidV1, 'send-tickets')
  async paid(@Payload() fact: Envelope<FactData<typeof bookingPaidV1>>): Promise<void> {
    const cause = { kind: 'ticket' as const, factId: fact.id, subjectId: fact.data.bookingId, correlationId: fact.correlationid, traceparent: currentContext()?.traceparent ?? '' };
    await this.inbox.once('send-tickets', fact, (transaction) => this.mails.add(newMail({ id: this.ids.next('mail'), ...cause }, this.clock.now()), transaction));
    this.worker.wake();
  }
}
