import type { Fact } from '@concert/contracts/core/envelope';
import { idSchema } from '@concert/contracts/core/ids';
import { mailAcceptedV1, mailGivenUpV1 } from '@concert/contracts/notify/events';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller } from '@nestjs/common';
import { RefundEverybody, type MailUpdate } from './refund-everybody.ts';

const PURPOSE = 'follow-mails';

/** Facts of svc-notify about the mails of a run. */
@Controller()
export class MailFactsHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly everybody: RefundEverybody,
  ) {}

  @OnFact(mailAcceptedV1, PURPOSE)
  async accepted(fact: Fact<typeof mailAcceptedV1>): Promise<void> {
    await this.follow(fact, { toldAt: new Date(fact.data.acceptedAt) });
  }

  @OnFact(mailGivenUpV1, PURPOSE)
  async givenUp(fact: Fact<typeof mailGivenUpV1>): Promise<void> {
    await this.follow(fact, { noticeGivenUpAt: new Date(fact.data.givenUpAt) });
  }

  /** A mail of a run is named by the first booking that it is about. */
  private async follow(fact: Fact<typeof mailAcceptedV1 | typeof mailGivenUpV1>, update: MailUpdate): Promise<void> {
    const { kind, subjectId } = fact.data;
    const bookingId = kind === 'cancellation' ? idSchema('booking').safeParse(subjectId).data : undefined;
    if (bookingId) await this.inbox.once(PURPOSE, fact, (transaction) => this.everybody.followMail(bookingId, update, transaction));
  }
}
