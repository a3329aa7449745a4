import { needsInWords } from '@concert/contracts/booking/access';
import { GROUP_NAMES } from '@concert/contracts/booking/complimentary';
import { fullName } from '@concert/contracts/booking/full-name';
import type { ReportCategory, ReportRow } from '@concert/contracts/booking/reports';
import { formatMoney } from '@concert/contracts/core/money';
import type { PagePath } from '@concert/contracts/site/pages';
import { formatTimestamp } from '@concert/contracts/core/time-in-words';
import { copyText } from '@concert/design-system/copy-text.ts';
import { columnsOf, type Column } from '@concert/design-system/data-table.tsx';
import type { PagedReading } from '@concert/web-kit/reading/use-pages.ts';
import { Link } from 'react-router-dom';
import { ListTable } from '../paged-list/list-table.tsx';
import { OpenRowLink } from '../paged-list/open-row.tsx';
import { PagedList } from '../paged-list/paged-list.tsx';
import rows from '../paged-list/rows.module.css';
import { isUnfiltered, type ReportQuery } from './question.ts';
import { DisputeBadge, ReportStatusBadge } from './report-status.tsx';
import { texts } from './texts.ts';
import styles from './report-list.module.css';

const words = texts.list;
/** Letters of an id that tell bookings apart. */
const SHOWN_OF_ID = 6;

/** Complimentary entries are managed on the screen of their group. */
const GROUP_PAGES: Readonly<Partial<Record<ReportCategory, PagePath>>> = {
  [GROUP_NAMES.h]: '/hdyc-family',
  [GROUP_NAMES.v]: '/v-i-p-tickets',
  [GROUP_NAMES.f]: '/friends-and-family',
};

/** The name, as the link to the booking's timeline. */
function NameLink({ row }: { row: ReportRow }) {
  const name = fullName(row) || row.email;
  const page = GROUP_PAGES[row.seating];
  if (!page) return <OpenRowLink part="booking" id={row.id} name={name} label={words.open(name)} />;
  return (
    <Link className={rows.open} to={page} title={name}>
      <span>{name}</span>
    </Link>
  );
}

/** The end of an id; a press copies the whole. Its name says both: who speaks to the browser says what is seen. */
function BookingId({ id }: { id: string }) {
  const short = id.slice(-SHOWN_OF_ID);
  return (
    <button
      type="button"
      className={styles.id}
      translate="no"
      title={words.copy(id)}
      aria-label={words.copyShort(id, short)}
      onClick={() => void copyText(id, { copied: words.copied(id), notCopied: words.notCopied(id) })}
    >
      {short}
    </button>
  );
}

/** The money charged. Where none was, what was asked for is struck through. */
function RowAmount({ row: { amount, price } }: { row: ReportRow }) {
  if (amount > 0 || price === 0) return formatMoney(amount);
  return (
    <s className="quiet">
      <span className="visually-hidden">{words.notCharged} </span>
      {formatMoney(price)}
    </s>
  );
}

/** Where they sit, with a sign of what the evening has to be prepared for: the sign's own words say it whole. */
function RowSeating({ row: { seating, access, needs } }: { row: ReportRow }) {
  const signs = [
    ...(access ? [{ sign: words.accessSign, whole: words.access(access.companions) }] : []),
    ...(needs ? [{ sign: words.needsSign, whole: needsInWords(needs) }] : []),
  ];
  return (
    <>
      {seating}
      {signs.map(({ sign, whole }) => (
        <span key={sign} role="img" className={`strong ${styles.sign}`} title={whole} aria-label={whole}>
          {sign}
        </span>
      ))}
    </>
  );
}

/** The stamp, in the parts that a card has room for and those that only a table has. */
function Moment({ seconds, timeZone }: { seconds: number; timeZone: string }) {
  const at = new Date(seconds * 1_000);
  const whole = formatTimestamp(at, timeZone);
  const [, day, year, time, rest] = /^(\d\d\/\d\d)(\/\d{4})( \d\d:\d\d)(.*)$/.exec(whole) ?? ['', whole];
  return (
    <time dateTime={at.toISOString()} title={whole}>
      {day}
      <span className={styles.less}>{year}</span>
      {time}
      <span className={styles.less}>{rest}</span>
    </time>
  );
}

function columnsIn(timeZone: string): readonly Column<ReportRow>[] {
  return columnsOf(words.columns, {
    name: { primary: true, className: rows.name, cell: (row) => <NameLink row={row} /> },
    email: { className: `${rows.cut} ${rows.spare}`, cell: ({ email }) => <span title={email}>{email}</span> },
    phone: { className: `${rows.figures} ${rows.spare}`, cell: ({ phoneno }) => phoneno || words.none },
    id: { className: rows.spare, cell: ({ userbookingid }) => <BookingId id={userbookingid} /> },
    tickets: { numeric: true, className: `${rows.narrow} ${rows.tickets}`, cell: ({ notickets }) => notickets },
    amount: { numeric: true, className: rows.sum, cell: (row) => <RowAmount row={row} /> },
    seating: { cell: (row) => <RowSeating row={row} /> },
    date: { className: rows.end, cell: ({ created_at }) => <Moment seconds={created_at._seconds} timeZone={timeZone} /> },
    status: {
      className: rows.state,
      cell: ({ status, dispute }) => (
        <>
          <ReportStatusBadge status={status} />
          {dispute && <DisputeBadge dispute={dispute} />}
        </>
      ),
    },
  });
}

/** Every booking and complimentary entry in the specification's nine columns. */
export function ReportList({ list, question, timeZone }: { list: PagedReading<ReportRow>; question: ReportQuery; timeZone: string }) {
  return (
    <PagedList list={list} words={isUnfiltered(question) ? words : { ...words, ...words.nothing }} skeletons={6}>
      {(found) => <ListTable caption={words.caption} columns={columnsIn(timeZone)} rows={found} rowKey={({ id }) => id} />}
    </PagedList>
  );
}
