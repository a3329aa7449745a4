import {
  bookingCancelRequestedV1,
  bookingLatePaidV1,
  bookingPaidV1,
  bookingReturnRequestedV1,
  concertStateChangedV1,
} from '@concert/contracts/booking/events';
import type { Fact } from '@concert/contracts/core/envelope';
import { Inbox } from '@concert/service-kit/inbox';
import { OnFact } from '@concert/service-kit/on-fact';
import { Controller } from '@nestjs/common';
import { Reconcile } from '../reconciler/reconcile.ts';
import { FollowBookings } from './follow-bookings.ts';

const PURPOSE = 'follow-bookings';

/** What svc-booking tells about money we told it of. */
@Controller()
export class BookingFactsHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly follow: FollowBookings,
    private readonly reconcile: Reconcile,
  ) {}

  @OnFact(bookingPaidV1, PURPOSE)
  async paid(fact: Fact<typeof bookingPaidV1>): Promise<void> {
    await this.inbox.once(PURPOSE, fact, (transaction) => this.follow.booked(fact.data.bookingId, transaction));
  }

  @OnFact(bookingLatePaidV1, PURPOSE)
  async latePaid(fact: Fact<typeof bookingLatePaidV1>): Promise<void> {
    await this.inbox.once(PURPOSE, fact, (transaction) => this.follow.cannotBeHonoured(fact.data.checkoutSessionId, transaction));
  }

  @OnFact(bookingCancelRequestedV1, PURPOSE)
  async givenUp(fact: Fact<typeof bookingCancelRequestedV1>): Promise<void> {
    const first = await this.inbox.once(PURPOSE, fact, (transaction) => this.follow.givenUp(fact.data.bookingId, transaction));
    // The wish is stored; carrying it out now only saves the buyer the wait for the next beat.
    if (first === 'done') await this.reconcile.endSessions();
  }

  @OnFact(bookingReturnRequestedV1, PURPOSE)
  async sentBack(fact: Fact<typeof bookingReturnRequestedV1>): Promise<void> {
    await this.inbox.once(PURPOSE, fact, (transaction) => this.follow.sentBack(fact.data.bookingId, transaction));
  }

  /* Harmless when repeated and in any order, so it needs no note that it ran. */
  @OnFact(concertStateChangedV1, PURPOSE)
  async concertChanged(fact: Fact<typeof concertStateChangedV1>): Promise<void> {
    await this.reconcile.concertCancelled(fact.data.to === 'cancelled', fact.aggregateversion);
  }
}
