import type { ApprovalId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { ApprovalRule } from './approval-rule.ts';
import type { Approval } from './approval.ts';

export const APPROVALS = token<ApprovalsRepository>('ApprovalsRepository');

/** Big actions that were asked for and are not done. */
export interface ApprovalsRepository {
  byId(id: ApprovalId, transaction: ClientSession): Promise<Approval | undefined>;
  /** Those that count at this moment, newest first. */
  list(now: Date, limit: number): Promise<Approval[]>;
  /** @throws the driver's duplicate key error when somebody stored it first */
  add(approval: Approval, transaction: ClientSession): Promise<void>;
  /** Stores a decision. @returns false when it is no longer what was read */
  decide(before: Approval, after: Approval, transaction: ClientSession): Promise<boolean>;
  /** Deletes one that is over. */
  remove(id: ApprovalId, transaction: ClientSession): Promise<void>;
  /** The rule that the installation went by when it was last looked at. */
  rule(transaction: ClientSession): Promise<ApprovalRule | undefined>;
  keepRule(rule: ApprovalRule, transaction: ClientSession): Promise<void>;
}
