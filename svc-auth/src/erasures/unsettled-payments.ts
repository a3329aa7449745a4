import type { OpenMoney } from '@concert/contracts/booking/personal-data';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';

export const UNSETTLED_PAYMENTS = token<UnsettledPayments>('UnsettledPayments');

/** Knows whose money is on its way. */
export interface UnsettledPayments {
  /** @throws NeighbourUnavailableError while that cannot be known */
  buyer(userId: UserId): Promise<readonly { readonly bookingId: BookingId; readonly why: OpenMoney }[]>;
}
