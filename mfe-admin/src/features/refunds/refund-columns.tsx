import { formatMoney } from '@concert/contracts/core/money';
import type { RefundRow } from '@concert/contracts/payment/refunds';
import { Button } from '@concert/design-system/button.tsx';
import type { Column } from '@concert/design-system/data-table.tsx';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import { Link } from 'react-router-dom';
import cells from '../paged-list/cells.module.css';
import { failedPart } from './part-form.ts';
import { badgeOf, refundInOneLine, toneOf } from './refund-words.ts';
import { texts as words } from './texts.ts';

interface Asking {
  readonly timeZone: string;
  /** The booking whose refund is being sent. */
  readonly refunding: string | undefined;
  readonly onAsk: (row: RefundRow) => void;
  readonly onAskPart: (row: RefundRow) => void;
}

/** What the table shows of a booking, and the button that opens its refund, or the part that failed. */
export function refundColumns({ timeZone, refunding, onAsk, onAskPart }: Asking): readonly Column<RefundRow>[] {
  return [
    { key: 'name', header: words.columns.name, primary: true, cell: ({ name }) => <span className="anywhere">{name}</span> },
    {
      key: 'status',
      header: words.columns.status,
      cell: (row) => <RefundStatus row={row} timeZone={timeZone} />,
    },
    { key: 'seating', header: words.columns.seating, cell: ({ seating }) => seating ?? '' },
    { key: 'tickets', header: words.columns.tickets, numeric: true, cell: ({ notickets }) => notickets ?? '' },
    {
      key: 'amount',
      header: words.columns.amount,
      numeric: true,
      cell: ({ amount }) => <span className="one-line">{formatMoney(amount)}</span>,
    },
    {
      key: 'refund',
      header: words.columns.refund,
      cell: (row) => (
        <span className={cells.acts}>
          <Button
            variant="danger"
            className="one-line"
            disabled={!row.refundable && refunding !== row.fkey}
            busy={refunding === row.fkey}
            busyText={words.busy}
            aria-label={words.refundOf(row.name, formatMoney(row.amount))}
            onClick={() => onAsk(row)}
          >
            {row.refund?.state === 'failed' && !row.refund.part ? words.again : words.refund}
          </Button>
          {row.divisible && failedPart(row) && (
            <Button variant="secondary" className="one-line" aria-label={words.partAgainOf(row.name)} onClick={() => onAskPart(row)}>
              {words.partAgain}
            </Button>
          )}
        </span>
      ),
    },
  ];
}

function RefundStatus({ row, timeZone }: { row: RefundRow; timeZone: string }) {
  return (
    <span className={cells.state} aria-live="polite">
      <StatusBadge tone={toneOf(row)}>{badgeOf(row)}</StatusBadge>
      {row.disputed && <span className={cells.tell}>{words.disputedText(formatMoney(row.bankMinor))}</span>}
      {row.lost && (
        <span className={cells.tell}>
          {words.lostText(formatMoney(row.bankMinor))}{' '}
          {row.status !== 'charged_back' && <Link to={`/get-bookings-report?booking=${row.fkey}`}>{words.lostSeats}</Link>}
        </span>
      )}
      {!row.disputed && !row.lost && row.refund && <span className={cells.tell}>{refundInOneLine(row.refund, timeZone)}</span>}
    </span>
  );
}
