import { APPROVAL_HOURS, STOPPED_MINUTES, type BigAction } from '@concert/contracts/auth/approvals';
import type { AuditedAct } from '@concert/contracts/core/audit-entry';
import type { ApprovalId, UserId } from '@concert/contracts/core/ids';
import type { AuditedAction } from '@concert/service-kit/identity/audit-entries';
import { idFromText } from '@concert/service-kit/process/clock';
import { effectKeyOf } from './approval-rule.ts';

/** A big action that somebody asked for. There is one for a person and an action at a time. */
export interface Approval {
  readonly id: ApprovalId;
  readonly action: BigAction;
  /** What is done by it, by whoever asks: {@link effectKeyOf}. */
  readonly act: string;
  readonly askedBy: UserId;
  readonly askedAt: Date;
  /** `used`: the action was let through. */
  readonly state: 'waiting' | 'approved' | 'refused' | 'used';
  /** Who approved or refused it. */
  readonly decidedBy: UserId | null;
  /** When it counts no more, whatever its state. */
  readonly endsAt: Date;
}

/**
 * Names a person's wish to do one big action, with every value of it, in an order that does not depend on how it was written: the same wish has
 * the same id, and a value changed after the approval has another.
 */
export function approvalIdOf(askedBy: UserId, action: BigAction): ApprovalId {
  const values = Object.entries(action).sort(([one], [other]) => (one < other ? -1 : 1));
  return idFromText('approval', JSON.stringify([askedBy, values]));
}

const PERIOD_MS = APPROVAL_HOURS * 3_600_000;
const STOPPED_MS = STOPPED_MINUTES * 60_000;
/** How long it is remembered that an action was let through, for presses of the same moment. */
const USED_MS = 60_000;

/** An action that waits for a second person. */
export function newApproval(id: ApprovalId, action: BigAction, askedBy: UserId, now: Date): Approval {
  return {
    id,
    action,
    act: effectKeyOf(action),
    askedBy,
    askedAt: now,
    state: 'waiting',
    decidedBy: null,
    endsAt: new Date(now.getTime() + PERIOD_MS),
  };
}

/** After somebody else approved it: it may be done for a day from then. */
export function approvedApproval(approval: Approval, by: UserId, now: Date): Approval {
  return { ...approval, state: 'approved', decidedBy: by, endsAt: new Date(now.getTime() + PERIOD_MS) };
}

/** After anybody stopped it: whoever asked may ask again a little later, others at once. */
export function refusedApproval(approval: Approval, by: UserId, now: Date): Approval {
  return { ...approval, state: 'refused', decidedBy: by, endsAt: new Date(now.getTime() + STOPPED_MS) };
}

/** After it was let through. */
export function usedApproval(approval: Approval, now: Date): Approval {
  return { ...approval, state: 'used', endsAt: new Date(now.getTime() + USED_MS) };
}

/** What the audit log keeps of a step: the action with all its values, who asked, and who approved or stopped it. */
export function auditedApproval({ id, action, askedBy, decidedBy }: Approval, act: AuditedAct): AuditedAction {
  return {
    act,
    subject: { kind: 'approval', id },
    ...(action.kind === 'refund' ? { bookingId: action.bookingId } : {}),
    detail: { ...action, askedBy, ...(decidedBy ? { decidedBy } : {}) },
  };
}
