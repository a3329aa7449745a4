import { MAX_REFUND_BOOKINGS, refundBookingRoutes, type RefundBooking, type RefundConcert } from '@concert/contracts/booking/refunds';
import type { BookingId } from '@concert/contracts/core/ids';
import type { InternalClient } from '@concert/service-kit/http/internal-client';

/** What svc-booking is asked about bookings that are refunded, in one call of its internal route. */
export class HttpRefundBookings {
  constructor(private readonly client: InternalClient) {}

  /** @throws NeighbourUnavailableError when it does not answer */
  async read(bookingIds: readonly BookingId[]): Promise<{ concert: RefundConcert; bookings: ReadonlyMap<BookingId, RefundBooking> }> {
    if (bookingIds.length > MAX_REFUND_BOOKINGS) throw new RangeError(`at most ${MAX_REFUND_BOOKINGS} bookings are read at once`);
    const { concert, bookings } = await this.client.call(refundBookingRoutes.showRefundBookings, { body: { bookingIds: [...bookingIds] } });
    return { concert, bookings: new Map(bookings.map((booking) => [booking.bookingId, booking])) };
  }
}
