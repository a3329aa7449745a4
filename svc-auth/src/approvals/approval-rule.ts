import { isApprovedAction, NEW_ROLE_HOURS, type ApprovalMode, type BigAction } from '@concert/contracts/auth/approvals';
import { token } from '@concert/service-kit/process/provide';

/** What an installation chose about big actions. */
export interface ApprovalRule {
  readonly mode: ApprovalMode;
  /** What one person may send back by single refunds in a day before they count as big, in cents. */
  readonly dailyCents: number;
}

export const RULE = token<ApprovalRule>('ApprovalRule');

/** The default: a second person wherever passkeys are demanded, that is, wherever real money is taken. */
export function approvalMode(chosen: ApprovalMode | undefined, passkeysDemanded: boolean): ApprovalMode {
  return chosen ?? (passkeysDemanded ? 'two-people' : 'off');
}

/** How many people one organiser writes to in a day, one by one, before that is a message to many. */
export const MAX_UNREPORTED_MESSAGES_A_DAY = 10;

/** What an action adds to what its person may do unseen in a day: cents refunded, people written to; undefined if big by itself. */
export function dailySumOf(action: BigAction): { readonly of: 'refunds' | 'messages'; readonly adds: number } | undefined {
  if (action.kind === 'refund') return { of: 'refunds', adds: action.amountMinor };
  return action.kind === 'message-run' && action.people <= 1 ? { of: 'messages', adds: 1 } : undefined;
}

/** What an action needs: a second person's word, every organiser told, or nothing. */
export type ApprovalNeed = 'approval' | 'telling' | 'nothing';

/**
 * Money, roles and lost passkeys need a second person. The evening and messages cannot wait for one: everybody is told.
 * @param today the sum of the day with this action; counts where {@link dailySumOf} names one
 */
export function approvalNeedOf(rule: ApprovalRule, action: BigAction, today: number): ApprovalNeed {
  switch (action.kind) {
    case 'cancellation':
    case 'stop-undone':
    case 'postponement':
    case 'settings':
    case 'timed-message':
      return 'telling';
    case 'message-run':
      return action.people > 1 || today > MAX_UNREPORTED_MESSAGES_A_DAY ? 'telling' : 'nothing';
    case 'lost-passkeys':
      return rule.mode === 'off' ? 'telling' : 'approval';
    default:
      return rule.mode === 'off' || (action.kind === 'refund' && today <= rule.dailyCents) ? 'nothing' : 'approval';
  }
}

/** Names what is done by an action, whoever asks for it and with whatever values: once it is done, others wait for it in vain. */
export function effectKeyOf(action: BigAction): string {
  if (action.kind === 'refund' && action.attempt !== undefined) return `refund ${action.bookingId} ${action.attempt}`;
  if (action.kind === 'role') return `role ${action.userId} ${action.from}`;
  return JSON.stringify(Object.entries(action).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Since when somebody may approve; undefined where their role is old enough. */
export function mayApproveFrom({ roleSince }: { readonly roleSince: Date | null }, now: Date): Date | undefined {
  const from = roleSince && new Date(roleSince.getTime() + NEW_ROLE_HOURS * 3_600_000);
  return from && from > now ? from : undefined;
}

/** Whether the service that asks does exactly this once, however often it is asked for, so that every press of it may be let through. */
export function isIdempotentAction(action: BigAction): boolean {
  return !isApprovedAction(action) || (action.kind === 'refund' && action.attempt !== undefined);
}
