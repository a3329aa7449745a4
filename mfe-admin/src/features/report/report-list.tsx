import { fullName } from '@concert/contracts/booking/full-name';
import { needsInWords } from '@concert/contracts/booking/access';
import { GROUP_NAMES } from '@concert/contracts/booking/complimentary';
import type { ReportCategory, ReportCell, ReportRow } from '@concert/contracts/booking/reports';
import type { PagePath } from '@concert/contracts/site/pages';
import { formatTimestamp } from '@concert/contracts/core/time-in-words';
import { DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { Fragment } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { EmptyList } from '../paged-list/empty-list.tsx';
import { PagedList } from '../paged-list/paged-list.tsx';
import { useSignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { formatCount, inDollars } from './money.ts';
import { asksAll, rowsIn, type Question } from './question.ts';
import { DisputeBadge, ReportStatusBadge } from './report-status.tsx';
import { texts } from './texts.ts';
import { useRows } from './use-rows.ts';
import styles from './report.module.css';

const words = texts.list;

/** Complimentary entries are managed on the screen of their group. */
const GROUP_PAGES: Readonly<Partial<Record<ReportCategory, PagePath>>> = {
  [GROUP_NAMES.h]: '/hdyc-family',
  [GROUP_NAMES.v]: '/v-i-p-tickets',
  [GROUP_NAMES.f]: '/friends-and-family',
};

function nameOf(row: ReportRow): string {
  return fullName(row) || row.email;
}

/** The name, as the link to the booking's timeline. */
function NameLink({ row }: { row: ReportRow }) {
  const [query] = useSearchParams();
  const page = GROUP_PAGES[row.seating];
  if (page) {
    return (
      <Link className={styles.open} to={page}>
        {nameOf(row)}
      </Link>
    );
  }
  const next = new URLSearchParams(query);
  next.set('booking', row.id);
  return (
    <Link className={styles.open} to={{ search: `?${next.toString()}` }} preventScrollReset aria-label={words.open(nameOf(row))}>
      {nameOf(row)}
    </Link>
  );
}

function RowStatus({ row: { status, dispute } }: { row: ReportRow }) {
  return (
    <span className={styles.states}>
      <ReportStatusBadge status={status} />
      {dispute && <DisputeBadge dispute={dispute} />}
    </span>
  );
}

/** Where they sit, and what the evening has to be prepared for. */
function RowSeating({ row: { seating, access, needs } }: { row: ReportRow }) {
  return (
    <>
      {seating}
      {access && <span className={styles.sign}>{words.access(access.companions)}</span>}
      {needs && <span className={styles.sign}>{needsInWords(needs)}</span>}
    </>
  );
}

/** Every booking and complimentary entry: the specification's nine columns and the price where there is room, cards on a phone. */
export function ReportList({ question, cells, timeZone }: { question: Question; cells: readonly ReportCell[]; timeZone: string }) {
  const { proven, dialog } = useSignInAgain();
  const list = useRows(question, proven);
  const everything = asksAll(question);
  const columns: readonly Column<ReportRow>[] = [
    { key: 'name', header: words.columns.name, primary: true, cell: (row) => <NameLink row={row} /> },
    { key: 'email', header: words.columns.email, cell: ({ email }) => <span className={styles.address}>{email}</span> },
    { key: 'phone', header: words.columns.phone, cell: ({ phoneno }) => <span className={styles.phone}>{phoneno || words.none}</span> },
    {
      key: 'id',
      header: words.columns.id,
      cell: ({ userbookingid }) => (
        <code className={styles.id} translate="no">
          {userbookingid}
        </code>
      ),
    },
    { key: 'tickets', header: words.columns.tickets, numeric: true, cell: ({ notickets }) => notickets },
    { key: 'amount', header: words.columns.amount, numeric: true, cell: ({ amount }) => inDollars(amount) },
    { key: 'seating', header: words.columns.seating, cell: (row) => <RowSeating row={row} /> },
    {
      key: 'date',
      header: words.columns.date,
      cell: ({ created_at }) => {
        const at = new Date(created_at._seconds * 1_000);
        return (
          <time className={styles.moment} dateTime={at.toISOString()}>
            {formatTimestamp(at, timeZone)
              .split(' ')
              .map((part, index) => (
                <Fragment key={part}>
                  {index > 0 && ' '}
                  <span>{part}</span>
                </Fragment>
              ))}
          </time>
        );
      },
    },
    { key: 'status', header: words.columns.status, cell: (row) => <RowStatus row={row} /> },
    { key: 'price', header: words.columns.price, numeric: true, cell: ({ price }) => inDollars(price) },
  ];
  const total = question.search ? undefined : rowsIn(cells, question);
  return (
    <>
      {dialog}
      <PagedList
        list={list}
        words={words}
        skeletons={6}
        empty={
          everything ? (
            <EmptyList title={words.empty} text={words.emptyText} />
          ) : (
            <EmptyList title={words.nothing} text={words.nothingText} all={{ to: '/get-bookings-report', text: words.all }} />
          )
        }
      >
        {(rows) => (
          <>
            <p role="status" className={styles.count}>
              {total === undefined
                ? words.found(formatCount(rows.length), list.hasMore)
                : words.shown(formatCount(rows.length), formatCount(Math.max(total, rows.length)))}
            </p>
            <DataTable
              caption={words.caption}
              captionHidden
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              className={styles.table}
            />
          </>
        )}
      </PagedList>
    </>
  );
}
