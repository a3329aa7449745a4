import { auditRoutes, type AuditEntryView } from '@concert/contracts/booking/audit';
import { formatTimestamp } from '@concert/contracts/core/time-in-words';
import { columnsOf, type Column } from '@concert/design-system/data-table.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { usePages } from '@concert/web-kit/reading/use-pages.ts';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { Link, useSearchParams } from 'react-router-dom';
import { ListTable } from '../paged-list/list-table.tsx';
import { ListTools } from '../paged-list/list-tools.tsx';
import { PagedList } from '../paged-list/paged-list.tsx';
import { SearchField } from '../paged-list/search-field.tsx';
import { useQueryPart } from '../paged-list/use-query-part.ts';
import { Who } from '../paged-list/who.tsx';
import rows from '../paged-list/rows.module.css';
import { actInWords, personInWords } from './act-words.ts';
import { ChainCheck } from './chain-check.tsx';
import { texts as words } from './texts.ts';
import styles from './audit.module.css';

/** An id of ours, as 'us_' and 26 signs. */
const ID = /^[a-z]{2,4}_/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Who did what: one search, two days, newest first. */
export function AuditScreen() {
  const timeZone = useTimeZone();
  const [query] = useSearchParams();
  const set = useQueryPart();
  const day = (name: string) => (DAY.test(query.get(name) ?? '') ? (query.get(name) ?? '') : '');
  const [search, since, until] = [(query.get('search') ?? '').trim().slice(0, 200), day('since'), day('until')];
  const list = usePages(auditRoutes.listActs, {
    input: (cursor) => ({ query: { search: search || undefined, since: since || undefined, until: until || undefined, cursor } }),
    idOf: ({ number }) => number,
  });
  const everything = search === '' && since === '' && until === '';

  const columns: readonly Column<AuditEntryView>[] = columnsOf(words.columns, {
    when: { className: rows.figures, cell: ({ at }) => <time dateTime={at}>{formatTimestamp(new Date(at), timeZone)}</time> },
    who: { className: rows.long, cell: ({ by }) => <Who name={personInWords(by)} email={by.email} /> },
    what: {
      primary: true,
      className: `${rows.name} ${rows.long}`,
      cell: (entry) => <span title={entry.act}>{actInWords(entry, timeZone)}</span>,
    },
    about: { cell: (entry) => <About entry={entry} /> },
    from: { cell: ({ from }) => from ?? words.none },
  });

  return (
    <div className="stack-16 one-column">
      <ListTools>
        <SearchField label={words.search} placeholder={words.searchHint} search={search} onSearch={set('search')} />
        <TextField label={words.since} type="date" value={since} onChange={(input) => set('since')(input.target.value)} />
        <TextField label={words.until} type="date" value={until} onChange={(input) => set('until')(input.target.value)} />
      </ListTools>
      <ChainCheck />
      <PagedList list={list} words={everything ? words : { ...words, ...words.nothing }} skeletons={5}>
        {(found) => (
          <>
            <p role="status" className="quiet small">
              {words.count(found.length, list.hasMore)}. {words.zone(timeZone)}
            </p>
            <ListTable caption={words.caption} columns={columns} rows={found} rowKey={({ number }) => String(number)} />
          </>
        )}
      </PagedList>
    </div>
  );
}

/** The booking an entry concerns links to its timeline; a person is named, and what else has an id is told by it. */
function About({ entry: { bookingId, subject } }: { entry: AuditEntryView }) {
  if (!bookingId)
    return (
      subject.name ??
      (ID.test(subject.id) ? (
        <span className={styles.id} title={subject.id}>
          {subject.id}
        </span>
      ) : (
        words.none
      ))
    );
  return (
    <Link to={`/get-bookings-report?booking=${bookingId}`} className={styles.id} title={bookingId}>
      {bookingId}
    </Link>
  );
}
