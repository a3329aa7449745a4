import type { RefundBooking, RefundConcert } from '@concert/contracts/booking/refunds';
import type { BookingId } from '@concert/contracts/core/ids';

export const REFUND_BOOKINGS = Symbol('RefundBookings');

/** What is asked of svc-booking about bookings whose money goes back, in one hop. */
export interface RefundBookings {
  /** @throws NeighbourUnavailableError when it does not answer */
  read(bookingIds: readonly BookingId[]): Promise<{ concert: RefundConcert; bookings: ReadonlyMap<BookingId, RefundBooking> }>;
}
