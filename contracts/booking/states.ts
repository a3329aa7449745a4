/** States of the concert: reservations are taken, not taken for a while, or the evening does not happen. */
export const CONCERT_STATES = ['open', 'disabled', 'cancelled'] as const;
export type ConcertState = (typeof CONCERT_STATES)[number];

/** States of a booking; svc-booking's `bookings/booking.ts` holds the table of what may follow what. */
export const BOOKING_STATUSES = [
  'pending', 'paid', 'failed', 'cancelled', 'expired', 'late_paid', 'refund_requested', 'refunded', 'refund_failed',
] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];
