import type { OpenMoney } from '@concert/contracts/booking/personal-data';
import type { Booking } from '../bookings/booking.ts';

/** Why the money of a booking is on its way; undefined where it has come to rest. */
export function openMoneyOf({ status, refund, dispute }: Pick<Booking, 'status' | 'refund' | 'dispute'>): OpenMoney | undefined {
  if (status === 'pending') return 'payment_open';
  if (dispute?.state === 'open') return 'disputed';
  if (status === 'refund_failed') return 'refund_failed';
  if (status === 'refund_requested' || status === 'late_paid' || refund?.step === 'started') return 'refund_under_way';
  return undefined;
}
