import type { Fact } from '@concert/contracts/core/envelope';
import { disputeClosedV1, disputeOpenedV1 } from '@concert/contracts/payment/disputes';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller } from '@nestjs/common';
import { FlagDispute } from './flag-dispute.ts';

const PURPOSE = 'follow-disputes';

/** Handles svc-payment's facts about disputes. */
@Controller()
export class DisputeFactsHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly flag: FlagDispute,
  ) {}

  @OnFact(disputeOpenedV1, PURPOSE)
  async opened(fact: Fact<typeof disputeOpenedV1>): Promise<void> {
    const { bookingId, disputeId, amount, openedAt, reason, answerBy } = fact.data;
    const news = {
      ...{ disputeId, state: 'open' as const, amountMinor: amount.amountMinor, reason },
      ...{ answerBy: answerBy ? new Date(answerBy) : undefined, at: new Date(openedAt), version: fact.aggregateversion },
    };
    await this.inbox.once(PURPOSE, fact, (transaction) => this.flag.handle(bookingId, news, transaction));
  }

  @OnFact(disputeClosedV1, PURPOSE)
  async closed(fact: Fact<typeof disputeClosedV1>): Promise<void> {
    const { bookingId, disputeId, outcome, amount, closedAt } = fact.data;
    const news = {
      ...{ disputeId, state: outcome, amountMinor: amount.amountMinor },
      ...{ at: new Date(closedAt), version: fact.aggregateversion },
    };
    await this.inbox.once(PURPOSE, fact, (transaction) => this.flag.handle(bookingId, news, transaction));
  }
}
