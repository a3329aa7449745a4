import type { BookingStatus } from '@concert/contracts/booking/states';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import { BOOKING_TONES } from '@concert/web-kit/booking-tones.ts';
import { texts } from '../../texts.ts';

/** The state of a booking in words a buyer knows. */
export function BookingStatusBadge({ status }: { status: BookingStatus }) {
  return <StatusBadge tone={BOOKING_TONES[status]}>{texts.status[status]}</StatusBadge>;
}
