import type { Fact } from '@concert/contracts/core/envelope';
import { refundMailRequestedV1 } from '@concert/contracts/payment/refunds';
import type { InboxResult } from '@concert/service-kit/store/outcome';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller } from '@nestjs/common';
import { PostForFacts } from './post-for-facts.ts';

const PURPOSE = 'send-refund-mails';
type Requested = Fact<typeof refundMailRequestedV1>;

/** Mails about money that goes back. */
@Controller()
export class PaymentFactsHandler {
  private readonly send: (fact: Requested) => Promise<InboxResult>;

  constructor(post: PostForFacts) {
    this.send = post.by<Requested>(PURPOSE, ({ data: { kind, refundId, bookingId, others } }) => ({
      kind,
      factId: refundId,
      subjectId: bookingId,
      wordsOf: refundId,
      bookings: [bookingId, ...others],
    }));
  }

  @OnFact(refundMailRequestedV1, PURPOSE)
  requested(fact: Fact<typeof refundMailRequestedV1>): Promise<InboxResult> {
    return this.send(fact);
  }
}
