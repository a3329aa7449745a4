import { APPROVAL_HOURS, type BigAction } from '@concert/contracts/auth/approvals';
import type { ApprovalId, UserId } from '@concert/contracts/core/ids';
import type { AuditedAction } from '@concert/service-kit/audit-entries';

/** A big action that somebody asked for. There is one for a person and an action at a time; it is gone once the action was let through. */
export interface Approval {
  readonly id: ApprovalId;
  readonly action: BigAction;
  readonly askedBy: UserId;
  readonly askedAt: Date;
  readonly state: 'waiting' | 'approved' | 'refused';
  /** Who approved or refused it. */
  readonly decidedBy: UserId | null;
  /** When it may be done without an approval, where the site waits instead of asking a second person. */
  readonly dueAt: Date | null;
  /** When it counts no more, whatever its state. */
  readonly endsAt: Date;
}

const HOURS_MS = 3_600_000;
const PERIOD_MS = APPROVAL_HOURS * HOURS_MS;

/** @param delayHours after how many hours it may be done without an approval; undefined where it may not */
export function newApproval(id: ApprovalId, action: BigAction, askedBy: UserId, now: Date, delayHours: number | undefined): Approval {
  const dueAt = delayHours === undefined ? null : new Date(now.getTime() + delayHours * HOURS_MS);
  const endsAt = new Date((dueAt ?? now).getTime() + PERIOD_MS);
  return { id, action, askedBy, askedAt: now, state: 'waiting', decidedBy: null, dueAt, endsAt };
}

/** Whether the action may be done now. */
export function isGranted({ state, dueAt, endsAt }: Approval, now: Date): boolean {
  return endsAt > now && (state === 'approved' || (state === 'waiting' && dueAt !== null && dueAt <= now));
}

/** After somebody else approved it: it may be done for a day from then. */
export function approved(approval: Approval, by: UserId, now: Date): Approval {
  return { ...approval, state: 'approved', decidedBy: by, endsAt: new Date(now.getTime() + PERIOD_MS) };
}

/** After anybody stopped it: it cannot be asked for again until the time is over that it would have waited. */
export function stopped(approval: Approval, by: UserId): Approval {
  return { ...approval, state: 'refused', decidedBy: by };
}

/** What the audit log keeps of a step: the action with all its values, who asked, and who approved or stopped it. */
export function auditedApproval({ id, action, askedBy, decidedBy }: Approval, act: string): AuditedAction {
  return {
    act,
    subject: { kind: 'approval', id },
    ...(action.kind === 'refund' ? { bookingId: action.bookingId } : {}),
    detail: { ...action, askedBy, ...(decidedBy ? { decidedBy } : {}) },
  };
}
