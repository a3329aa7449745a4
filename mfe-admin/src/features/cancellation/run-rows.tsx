import type { CancellationRow, CancellationRowState, RunView } from '@concert/contracts/payment/cancellation';
import { Button } from '@concert/design-system/button.tsx';
import { DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { StatusBadge, type StatusTone } from '@concert/design-system/status-badge.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useState } from 'react';
import { cancellationApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import { amountOf, tellOf } from '../refunds/refund-words.ts';
import type { SignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import styles from './cancellation.module.css';

const words = texts.cancellation.run;
const TONES: Readonly<Record<CancellationRowState, StatusTone>> = {
  waiting: 'plain',
  notified: 'waiting',
  'refund sent': 'waiting',
  settled: 'returned',
  failed: 'bad',
  'needs a choice': 'bad',
};
const PAGE = 25;

/** The buyers of a run, by state, with what can be done about those that are stuck. */
export function RunRows({ run, state, proven }: { run: RunView; state: CancellationRowState | undefined; proven: SignInAgain['proven'] }) {
  const { concert } = useSession();
  const timeZone = concert?.timeZone ?? 'UTC';
  const [rows, setRows] = useState<readonly CancellationRow[]>();
  const [next, setNext] = useState<string>();
  const [more, setMore] = useState(1);
  const [acting, setActing] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  /* The figures of the run say when its rows are other ones. */
  const figures = JSON.stringify(run.rows);

  useEffect(() => {
    const stop = new AbortController();
    void (async () => {
      const found: CancellationRow[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < more; page += 1) {
        const result = await cancellationApi.listCancellationRows(
          {
            params: { runId: run.id },
            query: { limit: String(PAGE), ...(state === undefined ? {} : { state }), ...(cursor ? { cursor } : {}) },
          },
          { signal: stop.signal },
        );
        if (stop.signal.aborted) return;
        if (!result.ok) {
          setRefusal(problemText(result.problem));
          return;
        }
        found.push(...result.value.items);
        cursor = result.value.next;
        if (!cursor) break;
      }
      setRows(found);
      setNext(cursor);
    })();
    return () => stop.abort();
  }, [run.id, state, more, figures]);

  const choose = async (row: CancellationRow, choice: 'retry' | 'settled otherwise') => {
    setActing(row.bookingId);
    setRefusal(undefined);
    const result = await proven(() =>
      cancellationApi.chooseCancellationRow({ params: { runId: run.id, bookingId: row.bookingId }, body: { choice } }),
    );
    setActing(undefined);
    if (result.ok) setRows((now) => now?.map((each) => (each.bookingId === row.bookingId ? result.value : each)));
    else setRefusal(problemText(result.problem));
  };

  const nameOf = (row: CancellationRow) => row.name || `${words.noName} ${row.bookingId}`;
  const columns: readonly Column<CancellationRow>[] = [
    { key: 'name', header: words.columns.name, primary: true, cell: (row) => <span className={styles.code}>{nameOf(row)}</span> },
    { key: 'seating', header: words.columns.seating, cell: ({ seating }) => seating ?? '' },
    { key: 'tickets', header: words.columns.tickets, numeric: true, cell: ({ notickets }) => notickets ?? '' },
    { key: 'amount', header: words.columns.amount, numeric: true, cell: ({ refund }) => amountOf(refund.amount) },
    {
      key: 'state',
      header: words.columns.state,
      cell: (row) => (
        <span className={styles.state}>
          <StatusBadge tone={TONES[row.state]}>{words.rowStates[row.state]}</StatusBadge>
          <span className={styles.tell}>{tellOf(row.refund, timeZone)}</span>
        </span>
      ),
    },
    {
      key: 'act',
      header: words.columns.act,
      cell: (row) =>
        row.state === 'failed' || row.state === 'needs a choice' ? (
          <span className={styles.rowActs}>
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
  ];

  return (
    <div className={styles.rows}>
      {refusal && <Notice tone="bad" live="assertive" title={refusal} />}
      {!rows && !refusal && <Skeleton shape="field" count={3} />}
      {rows?.length === 0 && <p className={styles.quiet}>{words.empty}</p>}
      {rows && rows.length > 0 && (
        <DataTable caption={words.caption} captionHidden columns={columns} rows={rows} rowKey={({ bookingId }) => bookingId} />
      )}
      {next !== undefined && (
        <Button variant="secondary" className={styles.more} onClick={() => setMore(more + 1)}>
          {words.more}
        </Button>
      )}
    </div>
  );
}
