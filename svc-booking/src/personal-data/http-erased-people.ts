import { erasureRoutes } from '@concert/contracts/auth/erasure';
import type { UserId } from '@concert/contracts/core/ids';
import type { InternalClient } from '@concert/service-kit/http/internal-client';

/** Asks svc-auth, which keeps the address of an erased person until everybody has reported. */
export class HttpErasedPeople {
  constructor(private readonly auth: InternalClient) {}

  /** The address to look for, as its key; null when that is done. */
  async addressOf(userId: UserId): Promise<string | null> {
    return (await this.auth.call(erasureRoutes.showErasure, { params: { userId } })).email;
  }

  /** Tells that nothing here names the person any more. */
  async report(userId: UserId): Promise<void> {
    await this.auth.call(erasureRoutes.reportErasure, { params: { userId }, body: { by: 'svc-booking' } });
  }
}
