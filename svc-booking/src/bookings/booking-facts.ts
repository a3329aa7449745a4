import type { Booking } from './booking.ts';

/** Fields of every fact about a booking: ids and numbers, no personal data. */
export function bookingFactOf(booking: Booking) {
  return {
    bookingId: booking.id,
    userId: booking.userId,
    seating: booking.seating,
    tickets: booking.tickets,
    amount: booking.price,
  };
}
