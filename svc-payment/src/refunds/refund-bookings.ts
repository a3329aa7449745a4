import type { RefundBooking, RefundConcert } from '@concert/contracts/booking/refunds';
import type { BookingId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/provide';

export const REFUND_BOOKINGS = token<RefundBookings>('RefundBookings');

/** What is asked of svc-booking about bookings whose money goes back, in one hop. */
export interface RefundBookings {
  /** @throws NeighbourUnavailableError when it does not answer */
  read(bookingIds: readonly BookingId[]): Promise<{ concert: RefundConcert; bookings: ReadonlyMap<BookingId, RefundBooking> }>;
}
