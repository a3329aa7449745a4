import type { UserId } from '@concert/contracts/core/ids';
import type { Role } from '@concert/contracts/core/roles';
import { DomainError } from '@concert/service-kit/process/errors';
import type { RequireApproval } from '../approvals/require-approval.ts';
import type { User } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import type { ChangeRole } from './change-role.ts';

/** Gives somebody another role at the request of an admin, which is a big action. */
export class RequestRoleChange {
  constructor(
    private readonly users: MongoUsers,
    private readonly requireApproval: RequireApproval,
    private readonly changeRole: ChangeRole,
  ) {}

  /**
   * The role is changed from the one that was read here, so that the approval is of this change and no other.
   * @throws DomainError `auth.user_not_found`, `auth.last_admin`, `auth.role_changed`, `request.approval_needed`, `request.approval_refused`
   */
  async request(userId: UserId, role: Role, askedBy: UserId): Promise<User> {
    const user = await this.users.byId(userId);
    if (!user) throw new DomainError('auth.user_not_found');
    if (user.role !== role) await this.requireApproval.require(askedBy, { kind: 'role', userId, from: user.role, to: role });
    return this.changeRole.change(userId, role, askedBy, user.role);
  }
}
