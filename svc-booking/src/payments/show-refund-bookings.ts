import type { RefundBooking, RefundConcert } from '@concert/contracts/booking/refunds';
import type { BookingId } from '@concert/contracts/core/ids';
import type { BookingsRepository } from '../bookings/bookings.repository.ts';
import type { ConcertRepository } from '../concert/concert.repository.ts';

/** Tells svc-payment the buyer and seats of bookings, so that a refund can be shown and mailed. */
export class ShowRefundBookings {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly concert: ConcertRepository,
  ) {}

  async show(ids: readonly BookingId[]): Promise<{ concert: RefundConcert; bookings: RefundBooking[] }> {
    const [concert, found] = await Promise.all([this.concert.current(), this.bookings.byIds(ids)]);
    const { title, startsAt, timeZone, supportEmail, supportPhone } = concert;
    return {
      concert: { title, startsAt: startsAt.toISOString(), timeZone, supportEmail, supportPhone },
      bookings: found.map(({ id, firstname, lastname, email, seating, tickets, price, status, linkGeneration = 0 }) => ({
        bookingId: id,
        firstname,
        lastname,
        email,
        seating,
        tickets,
        amount: price,
        status,
        linkGeneration,
      })),
    };
  }
}
