import type { ReportStatus } from '@concert/contracts/booking/reports';
import { StatusBadge, type StatusTone } from '@concert/design-system/status-badge.tsx';
import { texts } from '../../texts.ts';

const TONES: Readonly<Record<ReportStatus, StatusTone>> = {
  pending: 'waiting', paid: 'good', failed: 'bad', cancelled: 'plain', expired: 'plain', late_paid: 'returned', refund_requested: 'returned', refunded: 'returned', refund_failed: 'bad',
  Submitted: 'waiting', Issued: 'good', Revoked: 'plain',
};

/** The state of a booking or complimentary entry. */
export function ReportStatusBadge({ status }: { status: ReportStatus }) {
  return <StatusBadge tone={TONES[status]}>{texts.report.statuses[status]}</StatusBadge>;
}
