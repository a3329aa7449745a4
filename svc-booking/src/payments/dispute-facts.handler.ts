import type { Fact } from '@concert/contracts/core/envelope';
import type { BookingId } from '@concert/contracts/core/ids';
import { disputeClosedV1, disputeOpenedV1 } from '@concert/contracts/payment/disputes';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { Log } from '@concert/service-kit/process/log';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller } from '@nestjs/common';
import type { DisputeMark } from '../bookings/dispute-mark.ts';
import { SeatLanes } from '../bookings/lane/seat-lanes.ts';
import { FlagDispute } from './flag-dispute.ts';

const PURPOSE = 'follow-disputes';

/** Handles svc-payment's facts about disputes: in the lanes, for a disputed ticket is no longer given back. */
@Controller()
export class DisputeFactsHandler {
  constructor(
    private readonly lanes: SeatLanes,
    private readonly flag: FlagDispute,
    private readonly log: Log,
    inbox: Inbox,
  ) {
    inbox.groupsElsewhere(PURPOSE);
  }

  @OnFact(disputeOpenedV1, PURPOSE)
  async opened(fact: Fact<typeof disputeOpenedV1>): Promise<void> {
    const { bookingId, disputeId, amount, openedAt, reason, answerBy } = fact.data;
    const news = {
      ...{ disputeId, state: 'open' as const, amountMinor: amount.amountMinor, reason },
      ...{ answerBy: answerBy ? new Date(answerBy) : undefined, at: new Date(openedAt), version: fact.aggregateversion },
    };
    await this.follow(fact.id, bookingId, news);
  }

  @OnFact(disputeClosedV1, PURPOSE)
  async closed(fact: Fact<typeof disputeClosedV1>): Promise<void> {
    const { bookingId, disputeId, outcome, amount, closedAt } = fact.data;
    const news = {
      ...{ disputeId, state: outcome, amountMinor: amount.amountMinor },
      ...{ at: new Date(closedAt), version: fact.aggregateversion },
    };
    await this.follow(fact.id, bookingId, news);
  }

  private async follow(id: string, bookingId: BookingId, news: DisputeMark): Promise<void> {
    const isNews = await this.lanes.handle({ purpose: PURPOSE, id }, bookingId, (seats) => this.flag.flag(seats, bookingId, news));
    if (isNews === true) this.log.warn('a booking is flagged: its payment is disputed', { bookingId, state: news.state });
  }
}
