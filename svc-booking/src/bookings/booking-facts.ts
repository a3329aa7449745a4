import type { Booking } from './booking.ts';

/** What every fact about a booking says: ids and numbers, no personal data. */
export function factOf(booking: Booking) {
  return {
    bookingId: booking.id,
    userId: booking.userId,
    seating: booking.seating,
    tickets: booking.tickets,
    amount: booking.price,
  };
}
