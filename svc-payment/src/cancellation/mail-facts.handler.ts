import type { Envelope, FactData } from '@concert/contracts/core/envelope';
import { idSchema } from '@concert/contracts/core/ids';
import { mailAcceptedV1 } from '@concert/contracts/notify/events';
import { Inbox } from '@concert/service-kit/inbox';
import { OnFact } from '@concert/service-kit/on-fact';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { RefundEverybody } from './refund-everybody.ts';

const PURPOSE = 'follow-mails';

/** What svc-notify tells about the mails of a run. */
@Controller()
export class MailFactsHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly everybody: RefundEverybody,
  ) {}

  @OnFact(mailAcceptedV1, PURPOSE)
  async accepted(@Payload() fact: Envelope<FactData<typeof mailAcceptedV1>>): Promise<void> {
    if (fact.data.kind !== 'cancellation') return;
    const bookingId = idSchema('booking').safeParse(fact.data.subjectId);
    if (!bookingId.success) return;
    await this.inbox.once(PURPOSE, fact, (transaction) => this.everybody.told(bookingId.data, new Date(fact.data.acceptedAt), transaction));
  }
}
