import type { UserId } from '@concert/contracts/core/ids';
import type { Role } from '@concert/contracts/core/roles';
import { DomainError } from '@concert/service-kit/process/errors';
import type { RequireApproval } from '../approvals/require-approval.ts';
import type { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import type { User } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import type { ChangeRole } from './change-role.ts';
import type { RemoveLostPasskeys } from './remove-lost-passkeys.ts';

/** What an admin asks for about somebody's account. Both are big actions: a role gives rights, and an account without passkeys is left to whoever reads its mails. */
export class RequestAdminAct {
  constructor(
    private readonly users: MongoUsers,
    private readonly passkeys: MongoPasskeys,
    private readonly requireApproval: RequireApproval,
    private readonly changeRole: ChangeRole,
    private readonly removeLostPasskeys: RemoveLostPasskeys,
  ) {}

  /**
   * The role is changed from the one that was read here, so that the approval is of this change and no other.
   * @throws DomainError `auth.user_not_found`, `auth.last_admin`, `auth.role_changed`, `request.approval_needed`, `request.approval_refused`
   */
  async role(userId: UserId, role: Role, askedBy: UserId): Promise<User> {
    const user = await this.users.byId(userId);
    if (!user) throw new DomainError('auth.user_not_found');
    if (user.role !== role) await this.requireApproval.require(askedBy, { kind: 'role', userId, from: user.role, to: role });
    return this.changeRole.change(userId, role, askedBy, user.role);
  }

  /**
   * The approval is of the passkeys that were read here: whoever has registered another one meanwhile keeps them.
   * @throws DomainError `auth.own_passkeys`, `auth.user_not_found`, `auth.no_passkeys`, `request.approval_needed`, `request.approval_refused`
   */
  async lostPasskeys(userId: UserId, askedBy: UserId): Promise<void> {
    const lost = await this.passkeys.ofUser(userId);
    if (lost.length > 0 && askedBy !== userId) {
      const newest = new Date(Math.max(...lost.map(({ createdAt }) => createdAt.getTime()))).toISOString();
      await this.requireApproval.require(askedBy, { kind: 'lost-passkeys', userId, passkeys: lost.length, newest });
    }
    await this.removeLostPasskeys.remove(
      userId,
      askedBy,
      lost.map(({ id }) => id),
    );
  }
}
