/** States of the concert: reservations are taken, not taken for a while, the evening moves to another date, or it does not happen. */
export const CONCERT_STATES = ['open', 'disabled', 'postponed', 'cancelled'] as const;
export type ConcertState = (typeof CONCERT_STATES)[number];
/** The states in which nothing can be reserved. */
export const CLOSED_STATES = ['disabled', 'postponed', 'cancelled'] as const satisfies readonly ConcertState[];
export type ClosedState = (typeof CLOSED_STATES)[number];

/** States of a booking; the table of transitions stands in svc-booking's `bookings/booking.ts`. */
export const BOOKING_STATUSES = [
  'pending',
  'paid',
  'failed',
  'cancelled',
  'expired',
  'late_paid',
  'refund_requested',
  'refunded',
  'refund_failed',
  'charged_back',
] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** A dispute about a booking's payment: open until the bank has decided for us (`won`) or for the buyer (`lost`). */
export const DISPUTE_STATES = ['open', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];
