import { formatMoney } from '@concert/contracts/core/money';
import { shortDay } from '@concert/contracts/core/time-in-words';
import { NO_BOOKING, type RefundRow } from '@concert/contracts/payment/refunds';
import { Button } from '@concert/design-system/button.tsx';
import { columnsOf, type Column } from '@concert/design-system/data-table.tsx';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import cells from '../paged-list/cells.module.css';
import { ChoosableName, type Choosing } from '../paged-list/choosing.tsx';
import { OpenRowLink } from '../paged-list/open-row.tsx';
import rows from '../paged-list/rows.module.css';
import { badgeOf, refundInOneLine, toneOf } from './refund-words.ts';
import { texts as words } from './texts.ts';
import type { CallMessage } from './use-refunds.ts';

interface Asking {
  readonly timeZone: string;
  readonly choosing: Choosing<RefundRow>;
  /** The booking whose refund is being sent. */
  readonly refunding: string | undefined;
  /** What became of the last try of each booking. */
  readonly outcomes: ReadonlyMap<string, CallMessage>;
  readonly onAsk: (row: RefundRow) => void;
}

/** What the table shows of a booking, with the box that chooses it and the button that asks for its refund. */
export function refundColumns({ timeZone, choosing, refunding, outcomes, onAsk }: Asking): readonly Column<RefundRow>[] {
  return columnsOf(words.columns, {
    name: {
      primary: true,
      className: rows.name,
      cell: (row) => (
        <ChoosableName row={row} choosing={choosing} label={words.choose(row.name, row.email)}>
          {row.status === NO_BOOKING ? (
            <span>{row.name}</span>
          ) : (
            <OpenRowLink part="open" id={row.fkey} name={row.name} under={row.email} label={words.open(row.name, row.email)} />
          )}
        </ChoosableName>
      ),
    },
    id: {
      className: rows.spare,
      cell: ({ fkey }) => (
        <code translate="no" title={fkey}>
          {fkey.slice(-6)}
        </code>
      ),
    },
    paid: { className: rows.spare, cell: ({ paidAt }) => shortDay(paidAt, timeZone) },
    status: {
      className: `${rows.state} ${rows.long}`,
      cell: (row) => <RefundStatus row={row} outcome={outcomes.get(row.fkey)} timeZone={timeZone} />,
    },
    seating: { cell: ({ seating }) => seating ?? '' },
    tickets: { numeric: true, className: `${rows.narrow} ${rows.tickets}`, cell: ({ notickets }) => notickets ?? '' },
    amount: { numeric: true, className: rows.sum, cell: ({ amount }) => formatMoney(amount) },
    refund: {
      className: rows.tableOnly,
      cell: (row) =>
        (row.refundable || refunding === row.fkey) && (
          <Button
            variant="plain"
            busy={refunding === row.fkey}
            busyText={words.refund}
            aria-label={words.refundOf(row.name, formatMoney(row.amount))}
            onClick={() => onAsk(row)}
          >
            {row.refund?.state === 'failed' && !row.refund.part ? words.again : words.refund}
          </Button>
        ),
    },
  });
}

function RefundStatus({ row, outcome, timeZone }: { row: RefundRow; outcome: CallMessage | undefined; timeZone: string }) {
  return (
    <span className={`items-start ${cells.state}`} aria-live="polite">
      <StatusBadge tone={toneOf(row)}>{badgeOf(row)}</StatusBadge>
      {row.disputed && <span className={`quiet small regular ${cells.tell}`}>{words.disputedText(formatMoney(row.bankMinor))}</span>}
      {row.lost && (
        <span className={`quiet small regular ${cells.tell}`}>
          {words.lostText(formatMoney(row.bankMinor))} {row.status !== 'charged_back' && words.lostSeats}
        </span>
      )}
      {!row.disputed && !row.lost && row.refund && (
        <span className={`quiet small regular ${cells.tell}`}>{refundInOneLine(row.refund, timeZone)}</span>
      )}
      {outcome && outcome.tone !== 'good' && <span className={`quiet small regular ${cells.tell} strong`}>{outcome.text}</span>}
    </span>
  );
}
