import { personalBookingRoutes, type OpenMoney } from '@concert/contracts/booking/personal-data';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { InternalClient } from '@concert/service-kit/http/internal-client';

/** Whose money is on its way: asks svc-booking, which knows the state of every booking's money. */
export class HttpUnsettledPayments {
  constructor(private readonly booking: InternalClient) {}

  /** @throws NeighbourUnavailableError while that cannot be known */
  async buyer(userId: UserId): Promise<readonly { readonly bookingId: BookingId; readonly why: OpenMoney }[]> {
    return (await this.booking.call(personalBookingRoutes.showOpenMoney, { params: { userId } })).open;
  }
}
