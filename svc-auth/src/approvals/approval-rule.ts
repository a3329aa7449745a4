import type { BigAction } from '@concert/contracts/auth/approvals';

/** How a site keeps one person from doing a big action alone; `off`: not at all. */
export const APPROVAL_MODES = ['two-people', 'delay', 'off'] as const;
export type ApprovalMode = (typeof APPROVAL_MODES)[number];

/** What an installation chose about big actions. */
export interface ApprovalRule {
  readonly mode: ApprovalMode;
  /** What one person may send back by single refunds in a day before they count as big, in cents. */
  readonly dailyCents: number;
  /** Hours until an action may be done where nobody is asked. */
  readonly delayHours: number;
}

/** Where nothing is said: a second person wherever passkeys are demanded, which is wherever real money is taken. */
export function approvalMode(chosen: ApprovalMode | undefined, passkeysDemanded: boolean): ApprovalMode {
  return chosen ?? (passkeysDemanded ? 'two-people' : 'off');
}

/** @param refundedCents what the person sends back today by single refunds, with this one */
export function isBig(rule: ApprovalRule, action: BigAction, refundedCents: number): boolean {
  if (rule.mode === 'off') return false;
  return action.kind !== 'refund' || refundedCents > rule.dailyCents;
}
