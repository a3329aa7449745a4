import { bookingLatePaidV1, bookingPaidV1 } from '@concert/contracts/booking/events';
import type { Envelope, FactData } from '@concert/contracts/core/envelope';
import { Inbox } from '@concert/service-kit/inbox';
import { OnFact } from '@concert/service-kit/on-fact';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { FollowBookings } from './follow-bookings.ts';

const PURPOSE = 'follow-bookings';

/** What svc-booking tells about money we told it of. */
@Controller()
export class BookingFactsHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly follow: FollowBookings,
  ) {}

  @OnFact(bookingPaidV1, PURPOSE)
  async paid(@Payload() fact: Envelope<FactData<typeof bookingPaidV1>>): Promise<void> {
    await this.inbox.once(PURPOSE, fact, (transaction) => this.follow.booked(fact.data.bookingId, transaction));
  }

  @OnFact(bookingLatePaidV1, PURPOSE)
  async latePaid(@Payload() fact: Envelope<FactData<typeof bookingLatePaidV1>>): Promise<void> {
    await this.inbox.once(PURPOSE, fact, (transaction) => this.follow.cannotBeHonoured(fact.data.checkoutSessionId, transaction));
  }
}
