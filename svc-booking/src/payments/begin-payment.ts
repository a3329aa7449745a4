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

/** A booking changes a few times in its life: whoever meets somebody else's change again and again gives up. */
const MAX_TRIES = 5;

/**
 * Makes a pending booking's hold last as long as the payment page that is about to be opened. The hold lives with the
 * booking, so this changes no stock and waits for nobody.
 */
export class BeginPayment {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly concert: ConcertRepository,
    private readonly clock: Clock,
    private readonly holdSeconds: number,
  ) {}

  /**
   * @param prolong false while an open page is only offered again: the hold keeps the end it has
   * @throws DomainError `booking.not_found` (also for somebody else's), `booking.not_payable`, `booking.registration_closed`,
   *   `request.unavailable` when others keep changing the booking
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
