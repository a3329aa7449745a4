import { approvalRoutes, type BigAction } from '@concert/contracts/auth/approvals';
import type { UserId } from '@concert/contracts/core/ids';
import type { InternalClient } from '@concert/service-kit/internal-client';
import type { Approvals } from './approvals.ts';

/** svc-auth over its internal route: while it is away, no big action is done. */
export class HttpApprovals implements Approvals {
  constructor(private readonly auth: InternalClient) {}

  async demand(userId: UserId, action: BigAction): Promise<void> {
    await this.auth.call(approvalRoutes.demandApproval, { body: { userId, action } });
  }
}
