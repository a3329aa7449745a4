import { APPROVED_BY, isApprovedAction, type ApprovalView } from '@concert/contracts/auth/approvals';
import type { Identity } from '@concert/contracts/core/identity';
import type { UserId } from '@concert/contracts/core/ids';
import { roleIncludes } from '@concert/contracts/core/roles';
import type { MongoUsers } from '../users/mongo-users.ts';
import { mayApproveFrom } from './approval-rule.ts';
import type { Approval } from './approval.ts';

/** Whether this person may approve it, once their role is old enough: somebody else asked. */
export function mayApprove({ action, askedBy }: Approval, who: Identity): boolean {
  return askedBy !== who.userId && isApprovedAction(action) && roleIncludes(who.role, APPROVED_BY[action.kind]);
}

/** Approvals as somebody sees them, with the people in them by name; not those that were used. */
export async function approvalViews(approvals: readonly Approval[], who: Identity, users: MongoUsers, now: Date): Promise<ApprovalView[]> {
  const ids = approvals.flatMap(({ action, askedBy, decidedBy }) => [
    askedBy,
    ...(decidedBy ? [decidedBy] : []),
    ...('userId' in action ? [action.userId] : []),
  ]);
  const known = new Map((await users.byIds([...new Set([who.userId, ...ids])])).map((user) => [user.id, user]));
  const person = (id: UserId) => ({ id, name: known.get(id)?.name ?? '', email: known.get(id)?.email ?? '' });
  const reader = known.get(who.userId);
  const from = reader && mayApproveFrom(reader, now);
  return approvals.flatMap((approval) => {
    const { id, action, askedBy, askedAt, state, decidedBy, endsAt } = approval;
    if (state === 'used' || !isApprovedAction(action)) return [];
    const may = state === 'waiting' && mayApprove(approval, who);
    return {
      id,
      action,
      ...('userId' in action ? { about: person(action.userId) } : {}),
      askedBy: person(askedBy),
      askedAt: askedAt.toISOString(),
      state,
      ...(decidedBy ? { decidedBy: person(decidedBy) } : {}),
      endsAt: endsAt.toISOString(),
      mayApprove: may && !from,
      ...(may && from ? { mayApproveFrom: from.toISOString() } : {}),
    };
  });
}
