import type { ApprovalView } from '@concert/contracts/auth/approvals';
import { formatMoney } from '@concert/contracts/core/money';
import { texts as common } from '../../texts.ts';
import { texts as words } from './texts.ts';

/** A person as they are named to others. */
export const nameOf = ({ name, email }: ApprovalView['askedBy']): string => name || email;

/** What somebody wants to do, in a line. */
export function actionInWords({ action, about }: ApprovalView): string {
  switch (action.kind) {
    case 'refund':
    case 'refund-run':
      return words.kinds[action.kind](formatMoney(action.amountMinor));
    case 'role':
      return words.kinds.role(about ? nameOf(about) : action.userId, common.aRole[action.to]);
    case 'lost-passkeys':
      return words.kinds['lost-passkeys'](about ? nameOf(about) : action.userId);
  }
}

/** What else makes it this action and no other. */
export function factsOf({ action, about }: ApprovalView): { term: string; value: string; code?: boolean }[] {
  const { facts } = words;
  switch (action.kind) {
    case 'refund':
      return [{ term: facts.booking, value: action.bookingId, code: true }];
    case 'refund-run':
      return [
        { term: facts.payments, value: String(action.payments) },
        ...(action.explanation ? [{ term: facts.explanation, value: action.explanation }] : []),
      ];
    case 'role':
      return [
        { term: facts.account, value: about?.email ?? action.userId },
        { term: facts.role, value: common.aRole[action.from] },
      ];
    case 'lost-passkeys':
      return [
        { term: facts.account, value: about?.email ?? action.userId },
        { term: facts.passkeys, value: String(action.passkeys) },
      ];
  }
}

/** Where the person who asked does it. */
export function pathOfAction({ action, about }: ApprovalView): string {
  switch (action.kind) {
    case 'refund':
      return `/send-refund-notification?booking=${action.bookingId}`;
    case 'refund-run':
      return '/cancel-concert';
    case 'role':
    case 'lost-passkeys':
      return `/admin/users?${new URLSearchParams({ search: about?.email ?? '' })}`;
  }
}
