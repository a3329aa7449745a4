import type { Fact } from '@concert/contracts/core/envelope';
import type { BookingId } from '@concert/contracts/core/ids';
import { disputeClosedV1, disputeOpenedV1 } from '@concert/contracts/payment/disputes';
import { TooEarlyError } from '@concert/service-kit/process/errors';
import { Log } from '@concert/service-kit/process/log';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller } from '@nestjs/common';
import type { DisputeMark } from '../bookings/dispute-mark.ts';
import { withDispute } from '../bookings/booking.ts';
import { withReturning } from '../bookings/returned-tickets.ts';
import { SeatLanes } from '../bookings/lane/seat-lanes.ts';

const PURPOSE = 'follow-disputes';

/**
 * Stores the state of a dispute with its booking, also after the bank has decided. A disputed ticket is no longer given back, so it runs in the lane of
 * its seats.
 */
@Controller()
export class DisputeFactsHandler {
  constructor(
    private readonly lanes: SeatLanes,
    private readonly log: Log,
  ) {}

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

  /** @throws TooEarlyError when the booking is not known yet */
  private async follow(id: string, bookingId: BookingId, news: DisputeMark): Promise<void> {
    const isNews = await this.lanes.handle({ purpose: PURPOSE, id }, bookingId, (seats) => {
      const booking = seats.booking(bookingId);
      if (!booking) throw new TooEarlyError('the payment of a booking that is not known is disputed');
      const after = withDispute(booking, news);
      if (after !== booking) seats.record(news.state === 'won' ? after : withReturning(after, [], seats.now));
      return after !== booking;
    });
    if (isNews === true) this.log.warn('a booking is flagged: its payment is disputed', { bookingId, state: news.state });
  }
}
