import type { Envelope, Fact, FactData } from '@concert/contracts/core/envelope';
import { disputeClosedV1, disputeOpenedV1 } from '@concert/contracts/payment/disputes';
import { sessionSettledV1 } from '@concert/contracts/payment/events';
import { giftGivenV1 } from '@concert/contracts/payment/gifts';
import { refundFailedV1, refundIssuedV1, refundStartedV1 } from '@concert/contracts/payment/refunds';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller, Inject } from '@nestjs/common';
import { MongoMoney } from './mongo-money.ts';
import type { MoneyMove } from './money.schema.ts';

const PURPOSE = 'remember-money';

/** Stores svc-payment's news of a booking's money. It decides nothing, so it has a queue of its own. */
@Controller()
export class MoneyFactsHandler {
  private readonly store: (move: MoneyMove) => Promise<unknown>;

  constructor(inbox: Inbox, @Inject(MongoMoney) money: MongoMoney) {
    this.store = inbox.together<MoneyMove>(PURPOSE, (group, transaction) =>
      money.addAll(
        group.map(({ message }) => message),
        transaction,
      ),
    );
  }

  @OnFact(sessionSettledV1, PURPOSE)
  settled(fact: Fact<typeof sessionSettledV1>): Promise<void> {
    const { settledAt, checkoutSessionId, paymentIntentId, cardEnding } = fact.data;
    return this.keep(fact, 'settled', settledAt, [paymentIntentId, checkoutSessionId], cardEnding ? { cardEnding } : {});
  }

  @OnFact(refundStartedV1, PURPOSE)
  started(fact: Fact<typeof refundStartedV1>): Promise<void> {
    return this.keep(fact, 'refund-started', fact.data.startedAt, refundIds(fact.data));
  }

  @OnFact(refundIssuedV1, PURPOSE)
  issued(fact: Fact<typeof refundIssuedV1>): Promise<void> {
    return this.keep(fact, 'refund-issued', fact.data.issuedAt, refundIds(fact.data));
  }

  @OnFact(refundFailedV1, PURPOSE)
  failed(fact: Fact<typeof refundFailedV1>): Promise<void> {
    return this.keep(fact, 'refund-failed', fact.data.failedAt, refundIds(fact.data), { reason: fact.data.reason });
  }

  @OnFact(giftGivenV1, PURPOSE)
  given(fact: Fact<typeof giftGivenV1>): Promise<void> {
    return this.keep(fact, 'gift', fact.data.givenAt, [fact.data.giftId]);
  }

  @OnFact(disputeOpenedV1, PURPOSE)
  disputed(fact: Fact<typeof disputeOpenedV1>): Promise<void> {
    return this.keep(fact, 'dispute-open', fact.data.openedAt, [fact.data.disputeId]);
  }

  @OnFact(disputeClosedV1, PURPOSE)
  decided(fact: Fact<typeof disputeClosedV1>): Promise<void> {
    return this.keep(fact, `dispute-${fact.data.outcome}`, fact.data.closedAt, [fact.data.disputeId]);
  }

  private async keep(
    { id, data: { bookingId, amount } }: Envelope & { readonly data: Pick<MoneyMove, 'bookingId' | 'amount'> },
    what: MoneyMove['what'],
    at: string,
    references: MoneyMove['references'],
    more: Pick<MoneyMove, 'reason' | 'cardEnding'> = {},
  ): Promise<void> {
    await this.store({ id, bookingId, what, at: new Date(at), amount, references, ...more });
  }
}

/** The attempt, and what it is an attempt at: a partial return, or the gift that it sends back. */
function refundIds({ refundId, part }: Pick<FactData<typeof refundStartedV1>, 'refundId' | 'part'>): string[] {
  return [...new Set([refundId, ...(part ? [part.returnId] : [])])];
}
