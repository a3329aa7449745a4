import {
  bookingCancelRequestedV1,
  bookingLatePaidV1,
  bookingPaidV1,
  bookingReturnRequestedV1,
  concertStateChangedV1,
  ticketsGivenBackV1,
} from '@concert/contracts/booking/events';
import type { Envelope, Fact } from '@concert/contracts/core/envelope';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { oneByOne } from '@concert/service-kit/messages/message-group';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { Controller } from '@nestjs/common';
import { Reconcile } from '../reconciler/reconcile.ts';
import { FollowBookings } from './follow-bookings.ts';

const PURPOSE = 'follow-bookings';

/** Facts of svc-booking about money that we reported to it. */
@Controller()
export class BookingFactsHandler {
  private readonly followPaid;
  private readonly followLatePaid;
  private readonly followGivenUp;
  private readonly followSentBack;
  private readonly followGivenBack;

  constructor(
    inbox: Inbox,
    follow: FollowBookings,
    private readonly reconcile: Reconcile,
  ) {
    const each = <F extends Envelope>(effect: (fact: F, transaction: ClientSession) => Promise<unknown>) =>
      inbox.together<F>(PURPOSE, oneByOne(effect));
    this.followPaid = each(({ data }: Fact<typeof bookingPaidV1>, transaction) => follow.booked(data.bookingId, transaction));
    this.followLatePaid = each(({ data }: Fact<typeof bookingLatePaidV1>, transaction) =>
      follow.cannotBeHonoured(data.checkoutSessionId, transaction),
    );
    this.followGivenUp = each(({ data }: Fact<typeof bookingCancelRequestedV1>, transaction) =>
      follow.givenUp(data.bookingId, transaction),
    );
    this.followSentBack = each(({ data }: Fact<typeof bookingReturnRequestedV1>, transaction) =>
      follow.sentBack(data.bookingId, transaction),
    );
    this.followGivenBack = each(({ data }: Fact<typeof ticketsGivenBackV1>, transaction) => follow.givenBack(data, transaction));
  }

  @OnFact(bookingPaidV1, PURPOSE)
  async paid(fact: Fact<typeof bookingPaidV1>): Promise<void> {
    await this.followPaid(fact);
  }

  @OnFact(bookingLatePaidV1, PURPOSE)
  async latePaid(fact: Fact<typeof bookingLatePaidV1>): Promise<void> {
    await this.followLatePaid(fact);
  }

  @OnFact(bookingCancelRequestedV1, PURPOSE)
  async givenUp(fact: Fact<typeof bookingCancelRequestedV1>): Promise<void> {
    // The request to end the page is stored. Carrying it out now only saves the buyer the wait for the next beat.
    if ((await this.followGivenUp(fact)) === 'done') await this.reconcile.endSessions();
  }

  @OnFact(bookingReturnRequestedV1, PURPOSE)
  async sentBack(fact: Fact<typeof bookingReturnRequestedV1>): Promise<void> {
    await this.followSentBack(fact);
  }

  @OnFact(ticketsGivenBackV1, PURPOSE)
  async givenBack(fact: Fact<typeof ticketsGivenBackV1>): Promise<void> {
    await this.followGivenBack(fact);
  }

  /* Harmless when repeated and in any order, so it needs no inbox note. */
  @OnFact(concertStateChangedV1, PURPOSE)
  async concertChanged(fact: Fact<typeof concertStateChangedV1>): Promise<void> {
    await this.reconcile.concertCancelled(fact.data.to === 'cancelled', fact.aggregateversion);
  }
}
