import { formatMoney } from '@concert/contracts/core/money';
import { briefDay } from '@concert/contracts/core/time-in-words';
import type { Payout } from '@concert/contracts/payment/books';
import { Card } from '@concert/design-system/card.tsx';
import { columnsOf, DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { StatusBadge, type StatusTone } from '@concert/design-system/status-badge.tsx';
import { texts } from './texts.ts';

const words = texts.payouts;
const TONES: Readonly<Record<Payout['state'], StatusTone>> = {
  pending: 'waiting',
  in_transit: 'waiting',
  paid: 'good',
  failed: 'bad',
  canceled: 'plain',
};

const COLUMNS: readonly Column<Payout>[] = columnsOf(words.columns, {
  day: { primary: true, cell: ({ arrivesOn }) => briefDay(`${arrivesOn}T12:00:00Z`, 'UTC') },
  state: {
    cell: ({ state, failure }) => (
      <StatusBadge tone={TONES[state]} sentence>
        {failure === undefined ? words.states[state] : words.because(words.states[state], failure)}
      </StatusBadge>
    ),
  },
  amount: { numeric: true, cell: ({ amountMinor, currency }) => formatMoney(amountMinor, currency) },
});

/** What went to the organisers' bank, and what became of it. */
export function Payouts({ payouts }: { payouts: readonly Payout[] }) {
  return (
    <Card title={words.title}>
      {payouts.length === 0 ? (
        <p className="quiet">{words.none}</p>
      ) : (
        <DataTable caption={words.title} captionHidden columns={COLUMNS} rows={payouts} rowKey={({ id }) => id} />
      )}
    </Card>
  );
}
