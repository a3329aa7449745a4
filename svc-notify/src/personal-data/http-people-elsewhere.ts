import { erasureRoutes } from '@concert/contracts/auth/erasure';
import { personalBookingRoutes } from '@concert/contracts/booking/personal-data';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { OwnData } from '@concert/contracts/notify/personal-data';
import { personalPaymentRoutes } from '@concert/contracts/payment/personal-data';
import type { InternalClient } from '@concert/service-kit/http/internal-client';

/** What the other services keep about people, one call each. Each throws NeighbourUnavailableError while its service is away. */
export class HttpPeopleElsewhere {
  constructor(
    private readonly auth: InternalClient,
    private readonly booking: InternalClient,
    private readonly payment: InternalClient,
  ) {}

  account(userId: UserId): Promise<OwnData['account']> {
    return this.auth.call(erasureRoutes.showAccountData, { params: { userId } });
  }

  bookings(userId: UserId, email: string): Promise<OwnData['bookings']> {
    return this.booking.call(personalBookingRoutes.showBookingData, { body: { userId, email } });
  }

  payments(bookingIds: readonly BookingId[]): Promise<OwnData['payments']> {
    return this.payment.call(personalPaymentRoutes.showPaymentData, { body: { bookingIds: [...bookingIds] } });
  }

  /** The address, as its key, of somebody who is being erased; null when that is done. */
  async erasedAddressOf(userId: UserId): Promise<string | null> {
    return (await this.auth.call(erasureRoutes.showErasure, { params: { userId } })).email;
  }

  /** Tells that nothing here names an erased person any more. */
  async reportErasure(userId: UserId): Promise<void> {
    await this.auth.call(erasureRoutes.reportErasure, { params: { userId }, body: { by: 'svc-notify' } });
  }
}
