import type { Fact } from '@concert/contracts/core/envelope';
import { sessionEndedV1, sessionSettledV1 } from '@concert/contracts/payment/events';
import { refundFailedV1, refundIssuedV1, refundStartedV1 } from '@concert/contracts/payment/refunds';
import { Inbox } from '@concert/service-kit/inbox';
import { OnFact } from '@concert/service-kit/on-fact';
import type { BookingId } from '@concert/contracts/core/ids';
import { Controller, Inject } from '@nestjs/common';
import { BOOKINGS, type BookingsRepository } from '../bookings/bookings.repository.ts';
import { KeyedMutex } from '../seats/keyed-mutex.ts';
import { FollowRefunds } from './follow-refunds.ts';
import { ReleaseBooking } from '../bookings/release-booking.ts';
import { SettleBooking } from './settle-booking.ts';

const PURPOSE = 'follow-payments';

/** What svc-payment tells, in one queue so that facts about one booking keep their order where the broker keeps it. */
@Controller()
export class PaymentFactsHandler {
  constructor(
    private readonly inbox: Inbox,
    @Inject(BOOKINGS) private readonly bookings: BookingsRepository,
    private readonly mutex: KeyedMutex,
    private readonly settle: SettleBooking,
    private readonly release: ReleaseBooking,
    private readonly refunds: FollowRefunds,
  ) {}

  @OnFact(sessionSettledV1, PURPOSE)
  async settled(fact: Fact<typeof sessionSettledV1>): Promise<void> {
    await this.inTurn(fact.data.bookingId, () =>
      this.inbox.once(PURPOSE, fact, (transaction) => this.settle.settle(fact.data, transaction)),
    );
  }

  @OnFact(sessionEndedV1, PURPOSE)
  async ended(fact: Fact<typeof sessionEndedV1>): Promise<void> {
    await this.inTurn(fact.data.bookingId, () =>
      this.inbox.once(PURPOSE, fact, (transaction) =>
        this.release.release(
          fact.data.bookingId,
          fact.data.outcome,
          { actor: 'svc-payment', cause: `payment page ${fact.data.outcome}` },
          transaction,
        ),
      ),
    );
  }

  @OnFact(refundStartedV1, PURPOSE)
  async refundStarted(fact: Fact<typeof refundStartedV1>): Promise<void> {
    const { bookingId, attempt = 1, startedBy, cause } = fact.data;
    await this.inbox.once(PURPOSE, fact, (transaction) =>
      this.refunds.handle(
        bookingId,
        { attempt, step: 'started' },
        { actor: startedBy ? `user:${startedBy}` : 'svc-payment', cause: `refund: ${cause}` },
        transaction,
      ),
    );
  }

  @OnFact(refundIssuedV1, PURPOSE)
  async refundIssued(fact: Fact<typeof refundIssuedV1>): Promise<void> {
    const { bookingId, attempt = 1 } = fact.data;
    await this.inTurn(bookingId, () =>
      this.inbox.once(PURPOSE, fact, (transaction) =>
        this.refunds.handle(bookingId, { attempt, step: 'issued' }, { actor: 'svc-payment', cause: 'refund issued' }, transaction),
      ),
    );
  }

  @OnFact(refundFailedV1, PURPOSE)
  async refundFailed(fact: Fact<typeof refundFailedV1>): Promise<void> {
    const { bookingId, attempt = 1, reason } = fact.data;
    await this.inbox.once(PURPOSE, fact, (transaction) =>
      this.refunds.handle(bookingId, { attempt, step: 'failed' }, { actor: 'svc-payment', cause: `refund failed: ${reason}` }, transaction),
    );
  }

  /** News that changes seats waits for its turn at their category; of a booking that is not known (yet) there are none to change. */
  private async inTurn(bookingId: BookingId, work: () => Promise<unknown>): Promise<void> {
    const booking = await this.bookings.byId(bookingId);
    await (booking ? this.mutex.run(booking.seating, work) : work());
  }
}
