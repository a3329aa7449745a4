import type { OpenMoney } from '@concert/contracts/booking/personal-data';
import type { Booking } from '../bookings/booking.ts';
import { returnStateOf } from '../bookings/partial-return.ts';

/** Why the money of a booking is on its way; undefined where it has come to rest. */
export function openMoneyOf({
  status,
  refund,
  returns = [],
  taken,
  dispute,
}: Pick<Booking, 'status' | 'refund' | 'returns' | 'taken' | 'dispute'>): OpenMoney | undefined {
  if (status === 'pending') return 'payment_open';
  if (dispute?.state === 'open') return 'disputed';
  const parts = returns.map((part) => returnStateOf(part).state);
  if (status === 'refund_failed' || (status === 'paid' && parts.includes('failed'))) return 'refund_failed';
  if (status === 'refund_requested' || status === 'late_paid' || refund?.step === 'started' || parts.includes('started') || taken)
    return 'refund_under_way';
  return undefined;
}
