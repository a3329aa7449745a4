import type { Envelope, Fact } from '@concert/contracts/core/envelope';
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
    const { bookingId, amount, settledAt, checkoutSessionId, paymentIntentId } = fact.data;
    return this.keep(fact, {
      bookingId,
      what: 'settled',
      at: new Date(settledAt),
      amount,
      references: [paymentIntentId, checkoutSessionId],
    });
  }

  @OnFact(refundStartedV1, PURPOSE)
  started(fact: Fact<typeof refundStartedV1>): Promise<void> {
    const { bookingId, amount, startedAt, refundId } = fact.data;
    return this.keep(fact, { bookingId, what: 'refund-started', at: new Date(startedAt), amount, references: [refundId] });
  }

  @OnFact(refundIssuedV1, PURPOSE)
  issued(fact: Fact<typeof refundIssuedV1>): Promise<void> {
    const { bookingId, amount, issuedAt, refundId } = fact.data;
    return this.keep(fact, { bookingId, what: 'refund-issued', at: new Date(issuedAt), amount, references: [refundId] });
  }

  @OnFact(refundFailedV1, PURPOSE)
  failed(fact: Fact<typeof refundFailedV1>): Promise<void> {
    const { bookingId, amount, failedAt, refundId, reason } = fact.data;
    return this.keep(fact, { bookingId, what: 'refund-failed', at: new Date(failedAt), amount, references: [refundId], reason });
  }

  @OnFact(giftGivenV1, PURPOSE)
  given(fact: Fact<typeof giftGivenV1>): Promise<void> {
    const { bookingId, amount, givenAt, giftId } = fact.data;
    return this.keep(fact, { bookingId, what: 'gift', at: new Date(givenAt), amount, references: [giftId] });
  }

  @OnFact(disputeOpenedV1, PURPOSE)
  disputed(fact: Fact<typeof disputeOpenedV1>): Promise<void> {
    const { bookingId, amount, openedAt, disputeId } = fact.data;
    return this.keep(fact, { bookingId, what: 'dispute-open', at: new Date(openedAt), amount, references: [disputeId] });
  }

  @OnFact(disputeClosedV1, PURPOSE)
  decided(fact: Fact<typeof disputeClosedV1>): Promise<void> {
    const { bookingId, amount, closedAt, disputeId, outcome } = fact.data;
    return this.keep(fact, { bookingId, what: `dispute-${outcome}`, at: new Date(closedAt), amount, references: [disputeId] });
  }

  private async keep(fact: Envelope, move: Omit<MoneyMove, 'id'>): Promise<void> {
    await this.store({ id: fact.id, ...move });
  }
}
