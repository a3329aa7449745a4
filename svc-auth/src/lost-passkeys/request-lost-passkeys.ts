import type { UserId } from '@concert/contracts/core/ids';
import type { RequireApproval } from '../approvals/require-approval.ts';
import type { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import type { RemoveLostPasskeys } from './remove-lost-passkeys.ts';

/** Removes somebody's lost passkeys at the request of an admin, which is a big action: it leaves an account to whoever reads its mails. */
export class RequestLostPasskeys {
  constructor(
    private readonly passkeys: MongoPasskeys,
    private readonly requireApproval: RequireApproval,
    private readonly removeLostPasskeys: RemoveLostPasskeys,
  ) {}

  /**
   * The approval is of the passkeys that were read here: whoever has registered another one meanwhile keeps them.
   * @throws DomainError `auth.own_passkeys`, `auth.user_not_found`, `auth.no_passkeys`, `request.approval_needed`, `request.approval_refused`
   */
  async request(userId: UserId, askedBy: UserId): Promise<void> {
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
