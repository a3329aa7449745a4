import type { RefundRow } from '@concert/contracts/payment/refunds';
import { Button } from '@concert/design-system/button.tsx';
import { classNames } from '@concert/design-system/class-names.ts';
import { DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { useSignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { amountOf, badgeOf, isUnderWay, tellOf, toneOf } from './refund-words.ts';
import { useRefunds } from './use-refunds.ts';
import styles from './refunds.module.css';

const words = texts.refunds;

/** Bookings that hold money, each with its refund and what became of it. */
export function RefundsScreen() {
  const { concert } = useSession();
  const { proven, dialog } = useSignInAgain();
  const [query, setQuery] = useSearchParams();
  const chosen = query.get('booking');
  const { rows, next, busy, said, refunding, get, more, refund } = useRefunds(proven, chosen);
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<{ row: RefundRow; open: boolean }>();
  const timeZone = concert?.timeZone ?? 'UTC';
  const wanted = search.trim().toLowerCase();
  const shown = (rows ?? []).filter(({ name }) => name.toLowerCase().includes(wanted));

  const columns: readonly Column<RefundRow>[] = [
    { key: 'name', header: words.columns.name, primary: true, cell: ({ name }) => <span className={styles.name}>{name}</span> },
    {
      key: 'status',
      header: words.columns.status,
      cell: (row) => (
        <span className={styles.status} aria-live="polite">
          <StatusBadge tone={toneOf(row)}>{badgeOf(row)}</StatusBadge>
          {row.disputed && <span className={styles.tell}>{words.disputedText(amountOf(row.bankMinor))}</span>}
          {row.lost && (
            <span className={styles.tell}>
              {words.lostText(amountOf(row.bankMinor))}{' '}
              {row.status !== 'charged_back' && <Link to={`/get-bookings-report?booking=${row.fkey}`}>{words.lostSeats}</Link>}
            </span>
          )}
          {!row.disputed && !row.lost && row.refund && <span className={styles.tell}>{tellOf(row.refund, timeZone)}</span>}
        </span>
      ),
    },
    { key: 'seating', header: words.columns.seating, cell: ({ seating }) => seating ?? '' },
    { key: 'tickets', header: words.columns.tickets, numeric: true, cell: ({ notickets }) => notickets ?? '' },
    {
      key: 'amount',
      header: words.columns.amount,
      numeric: true,
      cell: ({ amount }) => <span className={styles.amount}>{amountOf(amount)}</span>,
    },
    {
      key: 'refund',
      header: words.columns.refund,
      cell: (row) => (
        <Button
          variant="danger"
          className={styles.refund}
          disabled={!row.refundable && refunding !== row.fkey}
          busy={refunding === row.fkey}
          busyText={words.busy}
          aria-label={words.refundOf(row.name, amountOf(row.amount))}
          onClick={() => setAsked({ row, open: true })}
        >
          {row.refund?.state === 'failed' ? words.again : words.refund}
        </Button>
      ),
    },
  ];

  return (
    <div className={styles.screen}>
      <div className={styles.top}>
        <Button
          busy={busy && rows === undefined}
          busyText={words.get}
          onClick={() => {
            setQuery({}, { replace: true });
            get();
          }}
        >
          {words.get}
        </Button>
        <LinkButton as={Link} to="/send-refund-issued-email" variant="secondary" title={words.mailsText}>
          {words.mails}
        </LinkButton>
      </div>
      <p role={said?.tone === 'bad' ? 'alert' : 'status'} className={classNames(styles.said, said && styles[said.tone])}>
        {said?.text}
      </p>
      {busy && rows === undefined && <Skeleton shape="field" count={4} />}
      {rows?.length === 0 && (
        <Notice title={chosen ? words.chosenEmpty : words.empty}>{chosen ? words.chosenEmptyText : words.emptyText}</Notice>
      )}
      {rows !== undefined && rows.length > 0 && (
        <>
          {chosen ? (
            <p>{words.chosen}</p>
          ) : (
            <TextField
              label={words.search.label}
              hint={words.search.hint}
              type="search"
              fieldClassName={styles.search}
              value={search}
              onChange={(change) => setSearch(change.target.value)}
            />
          )}
          {shown.length === 0 && <p>{words.noMatch(search.trim())}</p>}
          {shown.length > 0 && (
            <DataTable caption={words.caption} captionHidden columns={columns} rows={shown} rowKey={({ fkey }) => fkey} />
          )}
          {rows.some((row) => isUnderWay(row.refund)) && <p className={styles.tell}>{words.following}</p>}
        </>
      )}
      {next !== undefined && (
        <Button variant="secondary" className={styles.more} busy={busy} busyText={words.loading} onClick={more}>
          {words.more}
        </Button>
      )}
      {asked && (
        <Dialog
          open={asked.open}
          title={words.dialog.title(asked.row.name)}
          onClose={() => setAsked({ ...asked, open: false })}
          actions={
            <>
              <Button variant="secondary" onClick={() => setAsked({ ...asked, open: false })}>
                {words.dialog.keep}
              </Button>
              <Button
                variant="danger"
                onClick={() => {
                  setAsked({ ...asked, open: false });
                  void refund(asked.row);
                }}
              >
                {words.dialog.confirm(amountOf(asked.row.amount))}
              </Button>
            </>
          }
        >
          {asked.row.refund?.state === 'failed' && <p>{words.dialog.onceMore}</p>}
          <p>{words.dialog.text(amountOf(asked.row.amount))}</p>
          <p>
            <strong>{words.dialog.cannot}</strong>
          </p>
        </Dialog>
      )}
      {dialog}
    </div>
  );
}
