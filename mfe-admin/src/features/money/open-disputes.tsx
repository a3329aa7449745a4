import type { OpenDispute, timelineRoutes } from '@concert/contracts/booking/timeline';
import { formatMoney } from '@concert/contracts/core/money';
import type { ResultOf } from '@concert/contracts/core/route';
import { momentInWords } from '@concert/contracts/core/time-in-words';
import { disputeReasonInWords } from '@concert/contracts/payment/dispute-reasons';
import { Card } from '@concert/design-system/card.tsx';
import { columnsOf, DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import { texts } from './texts.ts';

const words = texts.disputes;

/** Payments that banks ask back, with the last day to answer; the one that comes first at the top. Nothing where there is none. */
export function OpenDisputes({ disputes }: ResultOf<typeof timelineRoutes.listDisputes>) {
  const timeZone = useTimeZone();
  const columns: readonly Column<OpenDispute>[] = columnsOf(words.columns, {
    name: { primary: true, cell: ({ bookingId, name }) => <Link to={`/get-bookings-report?booking=${bookingId}`}>{name}</Link> },
    amount: { numeric: true, cell: ({ amount }) => formatMoney(amount.amountMinor) },
    reason: { cell: ({ reason }) => reason && disputeReasonInWords(reason) },
    answer: { cell: ({ answerBy }) => (answerBy === undefined ? words.noAnswer : momentInWords(answerBy, timeZone)) },
  });
  if (disputes.length === 0) return null;
  return (
    <Card title={words.title} className="unprinted">
      <DataTable caption={words.title} captionHidden columns={columns} rows={disputes} rowKey={({ bookingId }) => bookingId} />
    </Card>
  );
}
