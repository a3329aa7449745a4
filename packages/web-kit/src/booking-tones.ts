import type { BookingStatus } from '@concert/contracts/booking/states';

/** In which tone the state of a booking is told, to its buyer and to organisers. */
export const BOOKING_TONES = {
  pending: 'waiting',
  paid: 'good',
  failed: 'bad',
  cancelled: 'plain',
  expired: 'plain',
  late_paid: 'returned',
  refund_requested: 'returned',
  refunded: 'returned',
  refund_failed: 'bad',
  charged_back: 'returned',
} as const satisfies Readonly<Record<BookingStatus, string>>;
