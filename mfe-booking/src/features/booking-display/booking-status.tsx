import type { BookingStatus } from '@concert/contracts/booking/states';
import { StatusBadge, type StatusTone } from '@concert/design-system/status-badge.tsx';
import { texts } from '../../texts.ts';

const TONES: Readonly<Record<BookingStatus, StatusTone>> = {
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
};

/** The state of a booking in words a buyer knows. */
export function BookingStatusBadge({ status }: { status: BookingStatus }) {
  return <StatusBadge tone={TONES[status]}>{texts.status[status]}</StatusBadge>;
}
