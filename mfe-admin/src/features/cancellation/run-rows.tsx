import { formatMoney } from '@concert/contracts/core/money';
import { cancellationRoutes, type CancellationRow, type CancellationRowState, type RunView } from '@concert/contracts/payment/cancellation';
import { Button } from '@concert/design-system/button.tsx';
import { columnsOf, DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { StatusBadge, type StatusTone } from '@concert/design-system/status-badge.tsx';
import { useRefreshOn } from '@concert/web-kit/reading/reading.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { usePages } from '@concert/web-kit/reading/use-pages.ts';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { PagedList } from '../paged-list/paged-list.tsx';
import { refundInOneLine } from '../refunds/refund-words.ts';
import cells from '../paged-list/cells.module.css';
import { texts } from './texts.ts';

const words = texts.run;
const TONES: Readonly<Record<CancellationRowState, StatusTone>> = {
  waiting: 'plain',
  notified: 'waiting',
  'refund sent': 'waiting',
  settled: 'good',
  failed: 'bad',
  'needs a choice': 'bad',
};
const PAGE = 25;

interface RunRowsProps {
  readonly run: RunView;
  readonly state: CancellationRowState | undefined;
  readonly onChosen: () => void;
}

function nameOf({ name, bookingId }: CancellationRow): string {
  return name || `${words.noName} ${bookingId}`;
}

/** The buyers of a run, by state, with what can be done about those that are stuck. */
export function RunRows({ run, state, onChosen }: RunRowsProps) {
  const timeZone = useTimeZone();
  const list = usePages(cancellationRoutes.listCancellationRows, {
    input: (cursor) => ({ params: { runId: run.id }, query: { limit: String(PAGE), state, cursor } }),
    idOf: ({ bookingId }) => bookingId,
  });
  /* When the figures of the run change, its rows have changed. */
  useRefreshOn(JSON.stringify(run.rows), list);
  const chosen = useAct(cancellationRoutes.chooseCancellationRow);
  const [acting, setActing] = useState<string>();
  const [asked, setAsked] = useState('');

  const choose = async (row: CancellationRow, choice: 'retry' | 'settled otherwise') => {
    setActing(row.bookingId);
    setAsked(nameOf(row));
    const result = await chosen.act({ params: { runId: run.id, bookingId: row.bookingId }, body: { choice } });
    setActing(undefined);
    if (!result.ok) return;
    list.replace(result.value);
    // Other rows may be shown by now; they are read again once the figures say what has changed.
    onChosen();
  };

  const columns: readonly Column<CancellationRow>[] = columnsOf(words.columns, {
    name: { primary: true, cell: (row) => <span className="anywhere">{nameOf(row)}</span> },
    seating: { cell: ({ seating }) => seating ?? '' },
    tickets: { numeric: true, cell: ({ notickets }) => notickets ?? '' },
    amount: { numeric: true, cell: ({ refund }) => formatMoney(refund.amount) },
    state: {
      cell: (row) => (
        <span className={`items-start ${cells.state}`}>
          <StatusBadge tone={TONES[row.state]}>{words.rowStates[row.state]}</StatusBadge>
          <span className={`quiet small regular ${cells.tell}`}>{refundInOneLine(row.refund, timeZone)}</span>
        </span>
      ),
    },
    act: {
      cell: (row) =>
        row.state === 'failed' || row.state === 'needs a choice' ? (
          <span className={cells.acts}>
            <Button
              variant="secondary"
              busy={acting === row.bookingId}
              aria-label={words.retryOf(nameOf(row))}
              onClick={() => void choose(row, 'retry')}
            >
              {words.retry}
            </Button>
            <Button
              variant="plain"
              disabled={acting === row.bookingId}
              aria-label={words.otherwiseOf(nameOf(row))}
              onClick={() => void choose(row, 'settled otherwise')}
            >
              {words.otherwise}
            </Button>
          </span>
        ) : null,
    },
  });

  return (
    <div className="stack-16">
      <Failure title={words.notChosen(asked)} text={chosen.failure} />
      <PagedList list={list} words={{ ...texts, ...words }} skeletons={3}>
        {(rows) => <DataTable caption={words.caption} captionHidden columns={columns} rows={rows} rowKey={({ bookingId }) => bookingId} />}
      </PagedList>
    </div>
  );
}
