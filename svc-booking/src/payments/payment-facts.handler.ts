import type { Envelope, Fact } from '@concert/contracts/core/envelope';
import type { BookingId } from '@concert/contracts/core/ids';
import { sessionEndedV1, sessionSettledV1 } from '@concert/contracts/payment/events';
import { giftGivenV1 } from '@concert/contracts/payment/gifts';
import { refundFailedV1, refundIssuedV1, refundStartedV1 } from '@concert/contracts/payment/refunds';
import { Log } from '@concert/service-kit/process/log';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller } from '@nestjs/common';
import type { Actor } from '../bookings/booking.ts';
import { afterPage } from '../bookings/hold-time.ts';
import { SeatLanes } from '../bookings/lane/seat-lanes.ts';
import type { SeatDraft } from '../bookings/lane/seat-unit-of-work.ts';
import type { RefundMark } from '../bookings/refund-mark.ts';
import { ReleaseBooking } from '../bookings/release-booking.ts';
import { FollowRefunds } from './follow-refunds.ts';
import { SettleBooking } from './settle-booking.ts';

const PURPOSE = 'follow-payments';

/**
 * Handles svc-payment's facts in one queue, so that facts about one booking keep the order in which the broker delivers
 * them. Facts that arrive together are handled in one batch, in the lanes of their seats.
 */
@Controller()
export class PaymentFactsHandler {
  constructor(
    private readonly lanes: SeatLanes,
    private readonly settle: SettleBooking,
    private readonly release: ReleaseBooking,
    private readonly refunds: FollowRefunds,
    private readonly log: Log,
  ) {}

  @OnFact(sessionSettledV1, PURPOSE)
  async settled(fact: Fact<typeof sessionSettledV1>): Promise<unknown> {
    const { bookingId } = fact.data;
    const said = await this.handle(fact, bookingId, (seats) => this.settle.settle(seats, fact.data));
    if (said === 'seats are gone' || said === 'another amount')
      this.log.warn('money arrived that cannot be honoured and goes back', { bookingId, reason: said });
    return said;
  }

  @OnFact(sessionEndedV1, PURPOSE)
  ended(fact: Fact<typeof sessionEndedV1>): Promise<unknown> {
    const { bookingId, outcome, endedAt } = fact.data;
    const by = { actor: 'svc-payment', cause: `payment page ${outcome}` } as const;
    return this.handle(fact, bookingId, (seats) => {
      const booking = seats.booking(bookingId);
      const waits = outcome === 'expired' && seats.concert.state === 'open' && booking && afterPage(booking, new Date(endedAt), seats.now);
      if (!waits) this.release.release(seats, bookingId, outcome, by);
      else if (waits !== booking) seats.put(waits);
    });
  }

  @OnFact(refundStartedV1, PURPOSE)
  refundStarted(fact: Fact<typeof refundStartedV1>): Promise<unknown> {
    const { startedBy, cause } = fact.data;
    return this.refund(fact, 'started', { actor: startedBy ? `user:${startedBy}` : 'svc-payment', cause: `refund: ${cause}` });
  }

  @OnFact(refundIssuedV1, PURPOSE)
  refundIssued(fact: Fact<typeof refundIssuedV1>): Promise<unknown> {
    return this.refund(fact, 'issued', { actor: 'svc-payment', cause: 'refund issued' });
  }

  @OnFact(refundFailedV1, PURPOSE)
  refundFailed(fact: Fact<typeof refundFailedV1>): Promise<unknown> {
    return this.refund(fact, 'failed', { actor: 'svc-payment', cause: `refund failed: ${fact.data.reason}` });
  }

  @OnFact(giftGivenV1, PURPOSE)
  given(fact: Fact<typeof giftGivenV1>): Promise<unknown> {
    const { bookingId, giftId, amount, attempt, endsBooking } = fact.data;
    // A booking that ends keeps its count of tickets, as with a whole refund: none of them admits.
    const tickets = endsBooking ? [] : fact.data.tickets;
    const mark = { attempt, step: 'given' } as const;
    return this.handle(fact, bookingId, (seats) => {
      this.refunds.followPart(seats, bookingId, { returnId: giftId, tickets, amountMinor: amount.amountMinor, ...mark });
      if (endsBooking) this.refunds.follow(seats, bookingId, mark, { actor: 'svc-payment', cause: 'all given to the welfare work' });
    });
  }

  private refund(
    fact: Fact<typeof refundStartedV1> | Fact<typeof refundIssuedV1> | Fact<typeof refundFailedV1>,
    step: RefundMark['step'],
    by: { actor: Actor; cause: string },
  ): Promise<unknown> {
    const { bookingId, attempt = 1, amount, part } = fact.data;
    if (part)
      return this.handle(fact, bookingId, (seats) =>
        this.refunds.followPart(seats, bookingId, { ...part, amountMinor: amount.amountMinor, attempt, step }),
      );
    return this.handle(fact, bookingId, (seats) => this.refunds.follow(seats, bookingId, { attempt, step }, by));
  }

  private handle<T>({ id }: Envelope, bookingId: BookingId, decide: (seats: SeatDraft) => T): Promise<T | 'repeat'> {
    return this.lanes.handle({ purpose: PURPOSE, id }, bookingId, decide);
  }
}
