import type { bookingRoutes } from '@concert/contracts/booking/http';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { AnswerOf } from '@concert/contracts/core/route';
import type { Clock } from '@concert/service-kit/clock';
import { DomainError } from '@concert/service-kit/errors';
import { isPayable, paymentBegun, type Booking } from '../bookings/booking.ts';
import type { BookingsRepository } from '../bookings/bookings.repository.ts';
import type { ConcertRepository } from '../concert/concert.repository.ts';
import type { Concert } from '../concert/concert.ts';

type Begun = AnswerOf<typeof bookingRoutes.beginPayment>;

/** A booking changes only a few times in its life, so repeated conflicts are an error: give up. */
const MAX_TRIES = 5;

/**
 * Extends a pending booking's hold to the life of the payment page that is about to be opened. The hold is stored with the
 * booking, so this changes no stock and does not wait in a lane.
 */
export class BeginPayment {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly concert: ConcertRepository,
    private readonly clock: Clock,
    private readonly holdSeconds: number,
  ) {}

  /**
   * @param prolong false when an open page is only offered again: the hold keeps its end
   * @throws DomainError `booking.not_found` (also for another buyer's booking), `booking.not_payable`,
   *   `booking.registration_closed`, `request.unavailable` after too many conflicts
   */
  async begin(id: BookingId, userId: UserId, prolong: boolean): Promise<Begun> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const [booking, concert] = await Promise.all([this.bookings.byId(id), this.concert.current()]);
      if (booking?.userId !== userId) throw new DomainError('booking.not_found');
      if (concert.state !== 'open') throw new DomainError('booking.registration_closed');
      const now = this.clock.now();
      const begun = prolong ? paymentBegun(booking, now, this.holdSeconds) : isPayable(booking, now) ? booking : undefined;
      if (!begun) throw new DomainError('booking.not_payable');
      if (begun === booking || (await this.bookings.prolong(booking, begun))) return answerOf(begun, concert);
    }
    throw new DomainError('request.unavailable');
  }
}

function answerOf({ id, userId, email, firstname, lastname, seating, tickets, price, holdEndsAt }: Booking, concert: Concert): Begun {
  return {
    bookingId: id,
    userId,
    email,
    name: `${firstname} ${lastname}`.trim(),
    seating,
    tickets,
    amount: price,
    concertTitle: concert.title,
    holdEndsAt: holdEndsAt.toISOString(),
  };
}
