import type { Fact } from '@concert/contracts/core/envelope';
import { refundMailRequestedV1 } from '@concert/contracts/payment/refunds';
import { Inbox } from '@concert/service-kit/inbox';
import type { Handled } from '@concert/service-kit/outcome';
import { OnFact } from '@concert/service-kit/on-fact';
import { Controller } from '@nestjs/common';
import { PostMail } from './post-mail.ts';
import { NewMailSignal } from './new-mail-signal.ts';

const PURPOSE = 'send-refund-mails';

/** Mails about money that goes back. */
@Controller()
export class PaymentFactsHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly postMail: PostMail,
    private readonly newMail: NewMailSignal,
  ) {}

  @OnFact(refundMailRequestedV1, PURPOSE)
  async requested(fact: Fact<typeof refundMailRequestedV1>): Promise<Handled> {
    const { kind, refundId, bookingId, others } = fact.data;
    const mail = { kind, factId: refundId, subjectId: bookingId, wordsOf: refundId, bookings: [bookingId, ...others] };
    const handled = await this.inbox.once(PURPOSE, fact, async (transaction) => void (await this.postMail.post(mail, transaction)));
    this.newMail.raise();
    return handled;
  }
}
