import type { ApprovalView } from '@concert/contracts/auth/approvals';
import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import type { MongoUsers } from '../users/mongo-users.ts';
import { approvalViews } from './approval-views.ts';
import type { MongoApprovals } from './mongo-approvals.ts';

/** More than a team can look at; each lives a day or two. */
const MAX_SHOWN = 200;

/** Lists the big actions that were asked for and are not done. */
export class ShowApprovals {
  constructor(
    private readonly approvals: MongoApprovals,
    private readonly users: MongoUsers,
    private readonly clock: Clock,
  ) {}

  async show(who: Identity): Promise<ApprovalView[]> {
    const now = this.clock.now();
    return approvalViews(await this.approvals.list(now, MAX_SHOWN), who, this.users, now);
  }
}
