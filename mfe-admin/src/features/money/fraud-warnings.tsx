import { formatMoney } from '@concert/contracts/core/money';
import type { FraudWarning } from '@concert/contracts/payment/books';
import { Card } from '@concert/design-system/card.tsx';
import { columnsOf, DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { Moment } from '@concert/web-kit/moment.tsx';
import { Link } from 'react-router-dom';
import { texts } from './texts.ts';

const words = texts.warnings;

const COLUMNS: readonly Column<FraudWarning>[] = columnsOf(words.columns, {
  act: {
    primary: true,
    cell: ({ bookingId, amount }) => (
      <Link to={`/get-bookings-report?booking=${bookingId}`}>{words.refund(formatMoney(amount.amountMinor))}</Link>
    ),
  },
  cost: { cell: ({ amount }) => words.cost(formatMoney(amount.amountMinor)) },
  warned: { cell: ({ warnedAt }) => <Moment at={warnedAt} /> },
});

/** Payments that banks expect to be disputed as fraud, with what that would cost and the way to their refund. */
export function FraudWarnings({ warnings }: { warnings: readonly FraudWarning[] }) {
  return (
    <Card title={words.title} className="unprinted">
      <p>{words.text}</p>
      <DataTable caption={words.title} captionHidden columns={COLUMNS} rows={warnings} rowKey={({ bookingId }) => bookingId} />
    </Card>
  );
}
