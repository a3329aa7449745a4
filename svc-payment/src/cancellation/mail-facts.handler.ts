import type { Fact } from '@concert/contracts/core/envelope';
import { idSchema, type BookingId } from '@concert/contracts/core/ids';
import { mailAcceptedV1, mailGivenUpV1 } from '@concert/contracts/notify/events';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller } from '@nestjs/common';
import { RefundEverybody } from './refund-everybody.ts';

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
    const bookingId = bookingOf(fact.data);
    if (bookingId)
      await this.inbox.once(PURPOSE, fact, (transaction) => this.everybody.told(bookingId, new Date(fact.data.acceptedAt), transaction));
  }

  @OnFact(mailGivenUpV1, PURPOSE)
  async givenUp(fact: Fact<typeof mailGivenUpV1>): Promise<void> {
    const bookingId = bookingOf(fact.data);
    if (bookingId)
      await this.inbox.once(PURPOSE, fact, (transaction) =>
        this.everybody.cannotBeTold(bookingId, new Date(fact.data.givenUpAt), transaction),
      );
  }
}

/** The first booking that a mail of a run is about; undefined for other kinds of mail. */
function bookingOf({ kind, subjectId }: { readonly kind: string; readonly subjectId: string }): BookingId | undefined {
  return kind === 'cancellation' ? idSchema('booking').safeParse(subjectId).data : undefined;
}
