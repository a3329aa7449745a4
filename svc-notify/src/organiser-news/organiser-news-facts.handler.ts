import type { Fact } from '@concert/contracts/core/envelope';
import { disputeOpenedV1 } from '@concert/contracts/payment/disputes';
import { fraudWarnedV1 } from '@concert/contracts/payment/fraud';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller } from '@nestjs/common';
import { TellOrganisers } from './tell-organisers.ts';

const PURPOSE = 'tell-organisers';

/** Facts that every organiser is told of. */
@Controller()
export class OrganiserNewsFactsHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly organisers: TellOrganisers,
  ) {}

  @OnFact(disputeOpenedV1, PURPOSE)
  async disputed(fact: Fact<typeof disputeOpenedV1>): Promise<void> {
    const { disputeId, bookingId, amount, reason, answerBy } = fact.data;
    // Told again when it is opened again, or when there is another last day to answer.
    const id = `dispute ${disputeId} ${fact.aggregateversion}`;
    const news = { kind: 'dispute' as const, bookingId, amountMinor: amount.amountMinor, reason, ...(answerBy ? { answerBy } : {}) };
    await this.organisers.tell(id, news, (store) => this.inbox.once(PURPOSE, fact, store));
  }

  @OnFact(fraudWarnedV1, PURPOSE)
  async warned(fact: Fact<typeof fraudWarnedV1>): Promise<void> {
    const { warningId, bookingId, amount } = fact.data;
    const news = { kind: 'fraud' as const, bookingId, amountMinor: amount.amountMinor };
    await this.organisers.tell(`fraud ${warningId}`, news, (store) => this.inbox.once(PURPOSE, fact, store));
  }
}
