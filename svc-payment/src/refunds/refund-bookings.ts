import type { RefundBooking, RefundConcert } from '@concert/contracts/booking/refunds';
import type { BookingId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';

export const REFUND_BOOKINGS = token<RefundBookings>('RefundBookings');

/** What svc-booking is asked about bookings that are refunded, in one call. */
export interface RefundBookings {
  /** @throws NeighbourUnavailableError when it does not answer */
  read(bookingIds: readonly BookingId[]): Promise<{ concert: RefundConcert; bookings: ReadonlyMap<BookingId, RefundBooking> }>;
}
