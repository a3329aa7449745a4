import type { ReportStatus } from '@concert/contracts/booking/reports';
import type { DisputeState } from '@concert/contracts/booking/states';
import { StatusBadge, type StatusTone } from '@concert/design-system/status-badge.tsx';
import { BOOKING_TONES } from '@concert/web-kit/booking-tones.ts';
import { texts } from './texts.ts';

const TONES: Readonly<Record<ReportStatus, StatusTone>> = {
  ...BOOKING_TONES,
  Submitted: 'waiting',
  Issued: 'good',
  Revoked: 'plain',
};

const DISPUTE_TONES: Readonly<Record<DisputeState, StatusTone>> = { open: 'bad', won: 'plain', lost: 'bad' };

/** The state of a booking or complimentary entry. */
export function ReportStatusBadge({ status }: { status: ReportStatus }) {
  return <StatusBadge tone={TONES[status]}>{texts.statuses[status]}</StatusBadge>;
}

/** That the payment of a booking is, or was, disputed. */
export function DisputeBadge({ dispute }: { dispute: DisputeState }) {
  return <StatusBadge tone={DISPUTE_TONES[dispute]}>{texts.disputes[dispute]}</StatusBadge>;
}
