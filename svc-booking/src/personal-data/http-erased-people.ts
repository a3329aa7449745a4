import { erasureRoutes } from '@concert/contracts/auth/erasure';
import type { UserId } from '@concert/contracts/core/ids';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { ErasedPeople } from './erased-people.ts';

/** Asks svc-auth, which keeps the address of an erased person until everybody has reported. */
export class HttpErasedPeople implements ErasedPeople {
  constructor(private readonly auth: InternalClient) {}

  async addressOf(userId: UserId): Promise<string | null> {
    return (await this.auth.call(erasureRoutes.showErasure, { params: { userId } })).email;
  }

  async report(userId: UserId): Promise<void> {
    await this.auth.call(erasureRoutes.reportErasure, { params: { userId }, body: { by: 'svc-booking' } });
  }
}
