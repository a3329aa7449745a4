import { reportRoutes } from '@concert/contracts/booking/reports';
import { SEATINGS } from '@concert/contracts/booking/seating';
import type { RefundRow } from '@concert/contracts/payment/refunds';
import { Button } from '@concert/design-system/button.tsx';
import { classNames } from '@concert/design-system/class-names.ts';
import { DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useSession, useTimeZone } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { SearchField } from '../paged-list/search-field.tsx';
import { useSignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { FollowedRows } from './followed-rows.tsx';
import { PartDialog } from './part-dialog.tsx';
import { refundColumns } from './refund-columns.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { isUnderWay } from './refund-words.ts';
import { texts as words } from './texts.ts';
import { ROWS_AT_ONCE, useRefunds } from './use-refunds.ts';
import styles from './refunds.module.css';

/** Bookings that hold money, each with its refund and what became of it. */
export function RefundsScreen() {
  const timeZone = useTimeZone();
  const { proven, dialog } = useSignInAgain();
  const [query, setQuery] = useSearchParams();
  const search = query.get('search')?.trim() ?? '';
  const found = useFound(search);
  const chosen = search === '' ? query.get('booking') : (found.ids?.join(',') ?? '');
  const { rows, next, busy, said, refunding, get, more, refund, tell, followed, renew } = useRefunds(proven, chosen);
  const [whole, part] = [useQuestion(), useQuestion()];
  const reading = (busy || found.busy) && rows === undefined;
  const nothing = found.ids?.length === 0 || rows?.length === 0;

  const columns = refundColumns({
    timeZone,
    refunding,
    onAsk: whole.ask,
    onAskPart: part.ask,
  });
  return (
    <div className="stack-16">
      <Above
        busy={busy && rows === undefined}
        search={search}
        onSearch={(text) => setQuery(text === '' ? {} : { search: text }, { replace: true })}
        onGet={() => void get().then((fetched) => fetched && setQuery({}, { replace: true }))}
      />
      <p role={said?.tone === 'bad' ? 'alert' : 'status'} className={classNames(styles.said, said && styles[said.tone])}>
        {said?.text}
      </p>
      {reading && <Skeleton shape="field" count={4} />}
      <Failure text={found.failure} />
      {nothing && <Nothing search={search} chosen={chosen !== null} />}
      {rows !== undefined && rows.length > 0 && (
        <>
          {chosen && search === '' && <p>{words.chosen}</p>}
          {found.ids?.length === ROWS_AT_ONCE && <p>{words.firstFound}</p>}
          <RefundsTable rows={rows} columns={columns} />
        </>
      )}
      {next !== undefined && (
        <Button variant="secondary" className="justify-center" busy={busy} busyText={words.loading} onClick={more}>
          {words.more}
        </Button>
      )}
      {whole.asked && (
        <RefundDialog
          {...whole.asked}
          onClose={whole.close}
          onConfirm={(row) => {
            whole.close();
            void refund(row);
          }}
          onPart={(row) => {
            whole.close();
            part.ask(row);
          }}
        />
      )}
      {part.asked && (
        <PartDialog
          {...part.asked}
          key={part.asked.turn}
          proven={proven}
          onClose={part.close}
          onReturned={(row, text) => {
            part.close();
            renew([row]);
            tell(row.fkey, { text, tone: 'good' });
          }}
        />
      )}
      {followed.map(({ key, ids }) => (
        <FollowedRows key={key} ids={ids} onRows={renew} />
      ))}
      {dialog}
    </div>
  );
}

/** Which booking is asked about. Each question begins with an empty form. */
function useQuestion() {
  const [asked, setAsked] = useState<{ row: RefundRow; open: boolean; turn: number }>();
  return {
    asked,
    ask: (row: RefundRow) => setAsked((now) => ({ row, open: true, turn: (now?.turn ?? 0) + 1 })),
    close: () => setAsked((now) => now && { ...now, open: false }),
  };
}

function RefundsTable({ rows, columns }: { rows: readonly RefundRow[]; columns: readonly Column<RefundRow>[] }) {
  return (
    <>
      <DataTable caption={words.caption} captionHidden columns={columns} rows={rows} rowKey={({ fkey }) => fkey} className={styles.list} />
      {rows.some((row) => isUnderWay(row.refund)) && <p className="quiet small">{words.following}</p>}
    </>
  );
}

/** Why no booking is listed. */
function Nothing({ search, chosen }: { search: string; chosen: boolean }) {
  if (search !== '') return <Notice title={words.noMatch(search)} live="polite" />;
  return <Notice title={chosen ? words.chosenEmpty : words.empty}>{chosen ? words.chosenEmptyText : words.emptyText}</Notice>;
}

/** The bookings that the report finds, by all that it looks through. */
function useFound(search: string) {
  const email = useSession().session?.email ?? '';
  const { value, failure, busy } = useRoute(
    reportRoutes.getBookings,
    { body: { email, search, seating: [...SEATINGS], limit: ROWS_AT_ONCE } },
    { enabled: search !== '' },
  );
  return search === '' ? { busy: false } : { ids: value?.map(({ id }) => id), failure, busy };
}

/** What can be done before any booking is listed. */
function Above({ busy, search, onSearch, onGet }: { busy: boolean; search: string; onSearch: (text: string) => void; onGet: () => void }) {
  return (
    <div className={styles.top}>
      <div className={styles.search}>
        <SearchField label={words.search} placeholder={words.searchHint} search={search} onSearch={onSearch} />
      </div>
      <Button busy={busy} busyText={words.get} onClick={onGet}>
        {words.get}
      </Button>
      <LinkButton as={Link} to="/send-refund-issued-email" variant="secondary" title={words.mailsText} text={words.mails} />
    </div>
  );
}
