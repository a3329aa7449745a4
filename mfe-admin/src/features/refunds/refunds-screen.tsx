import { reportRoutes } from '@concert/contracts/booking/reports';
import { SEATINGS } from '@concert/contracts/booking/seating';
import { formatMoney } from '@concert/contracts/core/money';
import type { RefundRow } from '@concert/contracts/payment/refunds';
import { Button } from '@concert/design-system/button.tsx';
import { classNames } from '@concert/design-system/class-names.ts';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useSession, useTimeZone } from '@concert/web-kit/session.tsx';
import { useState, type ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ChoiceBar, useChoosing, type Choosing } from '../paged-list/choosing.tsx';
import { ListTable } from '../paged-list/list-table.tsx';
import { ListTools } from '../paged-list/list-tools.tsx';
import { useOpenRow } from '../paged-list/open-row.tsx';
import { SearchField } from '../paged-list/search-field.tsx';
import { FollowedRows } from './followed-rows.tsx';
import { refundColumns } from './refund-columns.tsx';
import { RefundDialog, sumOf } from './refund-dialog.tsx';
import { isUnderWay } from './refund-words.ts';
import { texts as words } from './texts.ts';
import { ROWS_AT_ONCE, useRefunds } from './use-refunds.ts';
import styles from './refunds.module.css';

interface RefundsScreenProps {
  /** A booking beside the list, with all that can be done about it. */
  readonly Panel: ComponentType<{ bookingId: string; timeZone: string; onClose: () => void }>;
}

/** Bookings that hold money, each with its refund and what became of it; several are refunded by one question. */
export function RefundsScreen({ Panel }: RefundsScreenProps) {
  const timeZone = useTimeZone();
  const [query, setQuery] = useSearchParams();
  const { open, close } = useOpenRow('open');
  const search = query.get('search')?.trim() ?? '';
  const found = useFound(search);
  const chosen = search === '' ? query.get('booking') : (found.ids?.join(',') ?? '');
  const { rows, next, busy, said, refunding, outcomes, get, more, refund, again, followed, renew } = useRefunds(chosen);
  const choosing = useChoosing(rows ?? [], idOf, ({ refundable }) => refundable);
  const [asked, setAsked] = useState<{ readonly rows: readonly RefundRow[]; readonly open: boolean }>();
  const reading = (busy || found.busy) && rows === undefined;
  const nothing = found.ids?.length === 0 || rows?.length === 0;
  const ask = (some: readonly RefundRow[]) => setAsked({ rows: some, open: true });
  const columns = refundColumns({ timeZone, choosing, refunding: refunding?.fkey, outcomes, onAsk: (row) => ask([row]) });
  return (
    <div className="stack-8 one-column">
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
          <ChosenRefunds choosing={choosing} number={refunding?.number} of={asked?.rows.length ?? 0} onAsk={() => ask(choosing.chosen)} />
          <ListTable caption={words.caption} columns={columns} rows={rows} rowKey={idOf} />
          {rows.some((row) => isUnderWay(row.refund)) && <p className="quiet small">{words.following}</p>}
        </>
      )}
      {next !== undefined && (
        <Button variant="secondary" className="justify-center" busy={busy} busyText={words.loading} onClick={more}>
          {words.more}
        </Button>
      )}
      {asked && (
        <RefundDialog
          {...asked}
          onClose={() => setAsked({ ...asked, open: false })}
          onConfirm={() => {
            setAsked({ ...asked, open: false });
            void refund(asked.rows).then((started) => choosing.choose(started, false));
          }}
        />
      )}
      {followed.map(({ key, ids }) => (
        <FollowedRows key={key} ids={ids} onRows={renew} />
      ))}
      {open && (
        <Panel
          key={open}
          bookingId={open}
          timeZone={timeZone}
          onClose={() => {
            close();
            again([open]);
          }}
        />
      )}
    </div>
  );
}

interface ChosenRefundsProps {
  readonly choosing: Choosing<RefundRow>;
  /** Which of them is being sent. */
  readonly number: number | undefined;
  readonly of: number;
  readonly onAsk: () => void;
}

/** What can be done with the bookings that are chosen. */
function ChosenRefunds({ choosing, number, of, onAsk }: ChosenRefundsProps) {
  const { chosen, possible } = choosing;
  if (possible.length === 0) return undefined;
  return (
    <ChoiceBar choosing={choosing} label={chosen.length > 0 ? words.chosenOf(chosen.length) : words.chooseAll(possible.length)}>
      {chosen.length > 0 && (
        <Button variant="danger" busy={number !== undefined} busyText={words.refundingOf(number ?? 0, of)} onClick={onAsk}>
          {words.refundChosen(chosen.length, formatMoney(sumOf(chosen)))}
        </Button>
      )}
    </ChoiceBar>
  );
}

const idOf = ({ fkey }: RefundRow) => fkey;

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
    <ListTools>
      <SearchField label={words.search} placeholder={words.searchHint} search={search} onSearch={onSearch} />
      <Button busy={busy} busyText={words.get} onClick={onGet}>
        {words.get}
      </Button>
      <LinkButton to="/send-refund-issued-email" variant="secondary" title={words.mailsText} text={words.mails} />
    </ListTools>
  );
}
