import type { Fact } from '@concert/contracts/core/envelope';
import { disputeOpenedV1 } from '@concert/contracts/payment/disputes';
import { fraudWarnedV1 } from '@concert/contracts/payment/fraud';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller, Inject } from '@nestjs/common';
import { MongoOrganiserNews } from './mongo-organiser-news.ts';

const PURPOSE = 'tell-organisers';

/** Facts that every organiser is told of. */
@Controller()
export class OrganiserNewsFactsHandler {
  constructor(
    private readonly inbox: Inbox,
    @Inject(MongoOrganiserNews) private readonly news: MongoOrganiserNews,
  ) {}

  @OnFact(disputeOpenedV1, PURPOSE)
  async disputed(fact: Fact<typeof disputeOpenedV1>): Promise<void> {
    const { disputeId, bookingId, amount, openedAt, reason, answerBy } = fact.data;
    // Told again when it is opened again, or when there is another last day to answer.
    const id = `dispute ${disputeId} ${fact.aggregateversion}`;
    const facts = { kind: 'dispute' as const, bookingId, amountMinor: amount.amountMinor, reason, ...(answerBy ? { answerBy } : {}) };
    await this.inbox.once(PURPOSE, fact, (transaction) => this.news.add({ id, facts, at: new Date(openedAt) }, transaction));
  }

  @OnFact(fraudWarnedV1, PURPOSE)
  async warned(fact: Fact<typeof fraudWarnedV1>): Promise<void> {
    const { warningId, bookingId, amount, warnedAt } = fact.data;
    const facts = { kind: 'fraud' as const, bookingId, amountMinor: amount.amountMinor };
    const news = { id: `fraud ${warningId}`, facts, at: new Date(warnedAt) };
    await this.inbox.once(PURPOSE, fact, (transaction) => this.news.add(news, transaction));
  }
}
