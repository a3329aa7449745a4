import type { ApprovalView } from '@concert/contracts/auth/approvals';
import { concertDate } from '@concert/contracts/booking/concert-date';
import { formatMoney } from '@concert/contracts/core/money';
import { momentInWords } from '@concert/contracts/core/time-in-words';
import { texts as common } from '../../texts.ts';
import { runPath } from '../message-runs/addresses.ts';
import { texts as words } from './texts.ts';

/** A person as they are named to others. */
export const nameOf = ({ name, email }: ApprovalView['askedBy']): string => name || email;

/** What somebody wants to do, in a line. */
export function actionInWords({ action, about }: ApprovalView): string {
  switch (action.kind) {
    case 'refund':
    case 'refund-run':
      return words.kinds[action.kind](formatMoney(action.amountMinor));
    case 'cancellation':
    case 'postponement':
      return words.kinds[action.kind];
    case 'message-run':
      return words.kinds['message-run'](action.people);
    case 'role':
      return words.kinds.role(about ? nameOf(about) : action.userId, common.aRole[action.to]);
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
    case 'cancellation':
      return [{ term: facts.reason, value: action.reason }];
    case 'postponement':
      return [
        {
          term: facts.newDate,
          value: concertDate({ ...action, startsAt: action.startsAt ?? '', dateToFollow: action.startsAt === undefined }),
        },
        { term: facts.reason, value: action.reason },
        { term: facts.chooseUntil, value: momentInWords(action.chooseUntil, action.timeZone) },
        { term: facts.silence, value: words.silences[action.silence] },
      ];
    case 'message-run':
      return [{ term: facts.subject, value: action.subject }];
    case 'role':
      return [
        { term: facts.account, value: about?.email ?? action.userId },
        { term: facts.role, value: common.aRole[action.from] },
      ];
  }
}

/** Where the person who asked does it. */
export function pathOfAction({ action, about }: ApprovalView): string {
  switch (action.kind) {
    case 'refund':
      return `/send-refund-notification?booking=${action.bookingId}`;
    case 'refund-run':
    case 'cancellation':
      return '/cancel-concert';
    case 'postponement':
      return '/postpone-concert';
    case 'message-run':
      return runPath(action.runId);
    case 'role':
      return `/admin/users?${new URLSearchParams({ search: about?.email ?? '' })}`;
  }
}

/** Whether the person who asked may do it now. */
export function mayBeDone({ state, dueAt }: ApprovalView, now: Date): boolean {
  return state === 'approved' || (state === 'waiting' && dueAt !== undefined && new Date(dueAt) <= now);
}
