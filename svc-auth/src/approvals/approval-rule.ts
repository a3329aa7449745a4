import type { ApprovalMode, BigAction } from '@concert/contracts/auth/approvals';
import { token } from '@concert/service-kit/process/provide';

/** What an installation chose about big actions. */
export interface ApprovalRule {
  readonly mode: ApprovalMode;
  /** What one person may send back by single refunds in a day before they count as big, in cents. */
  readonly dailyCents: number;
  /** Hours until an action may be done where nobody is asked. */
  readonly delayHours: number;
}

export const RULE = token<ApprovalRule>('ApprovalRule');

/** The default: a second person wherever passkeys are demanded, that is, wherever real money is taken. */
export function approvalMode(chosen: ApprovalMode | undefined, passkeysDemanded: boolean): ApprovalMode {
  return chosen ?? (passkeysDemanded ? 'two-people' : 'off');
}

/** How many people one organiser writes to in a day, one by one, before that is a message to many. */
export const MAX_DAILY_MESSAGES_ALONE = 10;

/**
 * What a single action adds to the sum that its person may do alone in a day: cents of refunds, people of messages; undefined for what is
 * big by itself.
 */
export function dailySumOf(action: BigAction): { readonly of: 'refunds' | 'messages'; readonly adds: number } | undefined {
  if (action.kind === 'refund') return { of: 'refunds', adds: action.amountMinor };
  return action.kind === 'message-run' && action.people <= 1 ? { of: 'messages', adds: 1 } : undefined;
}

/** @param today the sum of the day with this action; counts where {@link dailySumOf} names one */
export function needsApproval(rule: ApprovalRule, action: BigAction, today: number): boolean {
  if (rule.mode === 'off') return false;
  const sum = dailySumOf(action);
  return !sum || today > (sum.of === 'refunds' ? rule.dailyCents : MAX_DAILY_MESSAGES_ALONE);
}

/** Whether the service that asks does exactly this once, however often it is asked for, so that every press of it may be let through. */
export function isIdempotentAction(action: BigAction): boolean {
  return action.kind === 'message-run' || (action.kind === 'refund' && action.attempt !== undefined);
}
