import { formatMoney } from '@concert/contracts/core/money';
import { dayInWords } from '@concert/contracts/core/time-in-words';
import type { RefundRow } from '@concert/contracts/payment/refunds';
import type { StatusTone } from '@concert/design-system/status-badge.tsx';
import { texts as words } from './texts.ts';

type RefundView = NonNullable<RefundRow['refund']>;

/** Colour and shape of a booking's state. */
export function toneOf({ status, disputed, lost }: Pick<RefundRow, 'status' | 'disputed' | 'lost'>): StatusTone {
  if (disputed || lost || status === 'refund_failed' || status === 'no_booking') return 'bad';
  if (status === 'refund_requested' || status === 'late_paid' || status === 'pending') return 'waiting';
  return status === 'refunded' ? 'returned' : status === 'paid' ? 'good' : 'plain';
}

/** What an organiser should know of a refund in one line. */
export function refundInOneLine(refund: RefundView, timeZone: string): string {
  if (refund.cause === 'gift') return words.given(refund.part?.tickets.length ?? 0, formatMoney(refund.amount));
  if (refund.cause === 'gift sent back')
    return `${words.giftBack(formatMoney(refund.amount))}: ${refund.reason ?? words.states[refund.state]}`;
  if (refund.settledOtherwise) return words.otherwise;
  if (refund.cause === 'dashboard' && refund.state !== 'failed') return words.partly(formatMoney(refund.amount));
  const state =
    (refund.part ? `${words.partTold(refund.part.tickets.length, formatMoney(refund.amount))}: ` : '') +
    (refund.reason ?? words.states[refund.state]);
  return refund.expectedBy && (refund.state === 'pending' || refund.state === 'succeeded')
    ? `${state}, ${words.expected(dayInWords(refund.expectedBy, timeZone))}`
    : state;
}

/** What a booking's badge says; a dispute at the bank comes before the booking's own status. */
export function badgeOf({ status, disputed, lost }: Pick<RefundRow, 'status' | 'disputed' | 'lost'>): string {
  if (disputed) return words.disputed;
  return lost ? words.lost : words.statuses[status];
}

/** Whether what is shown may change by itself. */
export function isUnderWay(refund: RefundView | undefined): boolean {
  return refund !== undefined && (refund.state === 'planned' || refund.state === 'requested' || refund.state === 'pending');
}
