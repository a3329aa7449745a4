import { type ApprovalView, APPROVED_BY, isApprovedAction } from '@concert/contracts/auth/approvals';
import { authActRecordedV1 } from '@concert/contracts/auth/events';
import type { AuditedAct } from '@concert/contracts/core/audit-entry';
import type { Identity } from '@concert/contracts/core/identity';
import type { ApprovalId, UserId } from '@concert/contracts/core/ids';
import type { Clock } from '@concert/service-kit/process/clock';
import { momentInWords } from '@concert/contracts/core/time-in-words';
import { DomainError } from '@concert/service-kit/process/errors';
import { assertFreshSignIn } from '@concert/service-kit/identity/fresh-sign-in';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { WindowCounts } from '@concert/service-kit/store/window-counts';
import { roleIncludes } from '@concert/contracts/core/roles';
import type { MongoUsers } from '../users/mongo-users.ts';
import { approvedApproval, auditedApproval, refusedApproval, type Approval } from './approval.ts';
import { mayApproveFrom } from './approval-rule.ts';
import type { MongoApprovals } from './mongo-approvals.ts';

const HOUR_MS = 3_600_000;
/** Stops of one person in an hour that ask for no fresh proof. */
const QUICK_STOPS = 2;

/** More than a team can look at; each lives a day or two. */
const MAX_SHOWN = 200;

/** Lists the big actions that were asked for and are not done, and takes the word of a second person about them. */
export class DecideApproval {
  constructor(
    private readonly approvals: MongoApprovals,
    private readonly users: MongoUsers,
    private readonly counts: WindowCounts,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Never by the person who asked. A passkey belongs to one account, so it is another passkey too. Nor by somebody whose role is new: they may
   * have been made for this.
   * @throws DomainError `auth.approval_not_found`, `auth.own_approval`, `auth.role_new`, `request.forbidden`
   */
  approve(id: ApprovalId, who: Identity): Promise<ApprovalView> {
    return this.decide(id, who, 'approval.given', async (approval, now, transaction) => {
      if (approval.askedBy === who.userId) throw new DomainError('auth.own_approval');
      if (!mayApprove(approval, who)) throw new DomainError('request.forbidden');
      const approver = await this.users.byId(who.userId, transaction);
      const from = approver && mayApproveFrom(approver, now);
      if (from)
        throw new DomainError('auth.role_new', { detail: `Your role is new: you can approve from ${momentInWords(from, 'UTC')} on` });
      if (approval.state === 'refused') throw new DomainError('auth.approval_not_found');
      return approval.state === 'approved' ? approval : approvedApproval(approval, who.userId, now);
    });
  }

  /**
   * By anybody who sees it, also after it was approved. Stopping is quick, but a stolen session must not stop everything: who stops more
   * than {@link QUICK_STOPS} in an hour proves who they are.
   * @throws DomainError `auth.approval_not_found`, `request.sign_in_again`
   */
  refuse(id: ApprovalId, who: Identity): Promise<ApprovalView> {
    return this.decide(id, who, 'approval.refused', async (approval, now, transaction) => {
      if (approval.state === 'refused') return approval;
      const { count } = await this.counts.add(`stops ${who.userId}`, HOUR_MS, transaction);
      if (count > QUICK_STOPS) assertFreshSignIn(who, now);
      return refusedApproval(approval, who.userId, now);
    });
  }

  private async decide(
    id: ApprovalId,
    who: Identity,
    act: AuditedAct,
    change: (approval: Approval, now: Date, transaction: ClientSession) => Approval | Promise<Approval>,
  ): Promise<ApprovalView> {
    const decided = await this.transactions.run(async (transaction) => {
      const now = this.clock.now();
      const before = await this.approvals.byId(id, transaction);
      if (!before || before.endsAt <= now || before.state === 'used') throw new DomainError('auth.approval_not_found');
      const after = await change(before, now, transaction);
      if (after === before) return before;
      // Somebody else decided, or the action was done, at this moment.
      if (!(await this.approvals.decide(before, after, transaction))) throw new DomainError('auth.approval_not_found');
      await this.outbox.recordAct(transaction, authActRecordedV1, id, now.getTime(), who.userId, auditedApproval(after, act));
      return after;
    });
    const [view] = await approvalViews([decided], who, this.users, this.clock.now());
    return view!;
  }

  async show(who: Identity): Promise<ApprovalView[]> {
    const now = this.clock.now();
    return approvalViews(await this.approvals.list(now, MAX_SHOWN), who, this.users, now);
  }
}

/** Whether this person may approve it, once their role is old enough: somebody else asked. */
function mayApprove({ action, askedBy }: Approval, who: Identity): boolean {
  return askedBy !== who.userId && isApprovedAction(action) && roleIncludes(who.role, APPROVED_BY[action.kind]);
}

/** Approvals as somebody sees them, with the people in them by name; not those that were used. */
async function approvalViews(approvals: readonly Approval[], who: Identity, users: MongoUsers, now: Date): Promise<ApprovalView[]> {
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
