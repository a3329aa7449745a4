import type { timelineRoutes } from '@concert/contracts/booking/timeline';
import { formatMoney } from '@concert/contracts/core/money';
import type { ResultOf } from '@concert/contracts/core/route';
import { momentInWords } from '@concert/contracts/core/time-in-words';
import { disputeReasonInWords } from '@concert/contracts/payment/dispute-reasons';
import { Notice } from '@concert/design-system/notice.tsx';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import { texts } from './texts.ts';

const words = texts.dispute;

/** Payments that banks ask back, with the last day to answer; the one that comes first at the top. Nothing where there is none. */
export function OpenDisputes({ disputes }: ResultOf<typeof timelineRoutes.listDisputes>) {
  const timeZone = useTimeZone();
  return disputes.map(({ bookingId, name, amount, reason, answerBy }) => (
    <Notice key={bookingId} tone="warn" title={words.title(name, formatMoney(amount.amountMinor))}>
      {reason !== undefined && `${disputeReasonInWords(reason)}. `}
      {answerBy === undefined ? words.noAnswer : words.answerBy(momentInWords(answerBy, timeZone))}{' '}
      <Link to={`/get-bookings-report?booking=${bookingId}`}>{words.booking}</Link>
    </Notice>
  ));
}
