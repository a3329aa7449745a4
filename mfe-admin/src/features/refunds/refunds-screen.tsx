import { normalizeForSearch } from '@concert/contracts/core/search-words';
import type { RefundRow } from '@concert/contracts/payment/refunds';
import { Button } from '@concert/design-system/button.tsx';
import { classNames } from '@concert/design-system/class-names.ts';
import { DataTable } from '@concert/design-system/data-table.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useSignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { FollowedRows } from './followed-rows.tsx';
import { PartDialog } from './part-dialog.tsx';
import { refundColumns } from './refund-columns.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { isUnderWay } from './refund-words.ts';
import { texts as words } from './texts.ts';
import { useRefunds } from './use-refunds.ts';
import styles from './refunds.module.css';

/** Bookings that hold money, each with its refund and what became of it. */
export function RefundsScreen() {
  const { concert } = useSession();
  const { proven, dialog } = useSignInAgain();
  const [query, setQuery] = useSearchParams();
  const chosen = query.get('booking');
  const { rows, next, busy, said, refunding, get, more, refund, tell, followed, renew } = useRefunds(proven, chosen);
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<{ row: RefundRow; open: boolean }>();
  const part = usePartQuestion();
  const wanted = normalizeForSearch(search.trim());
  const shown = (rows ?? []).filter(({ name }) => normalizeForSearch(name).includes(wanted));

  const columns = refundColumns({
    timeZone: concert?.timeZone ?? 'UTC',
    refunding,
    onAsk: (row) => setAsked({ row, open: true }),
    onAskPart: part.ask,
  });
  const close = () => setAsked((now) => now && { ...now, open: false });

  return (
    <div className={styles.screen}>
      <Above busy={busy && rows === undefined} onGet={() => void get().then((fetched) => fetched && setQuery({}, { replace: true }))} />
      <p role={said?.tone === 'bad' ? 'alert' : 'status'} className={classNames(styles.said, said && styles[said.tone])}>
        {said?.text}
      </p>
      {busy && rows === undefined && <Skeleton shape="field" count={4} />}
      {rows?.length === 0 && (
        <Notice title={chosen ? words.chosenEmpty : words.empty}>{chosen ? words.chosenEmptyText : words.emptyText}</Notice>
      )}
      {rows !== undefined && rows.length > 0 && (
        <>
          {chosen ? <p>{words.chosen}</p> : <Search value={search} onSearch={setSearch} />}
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
        <RefundDialog
          row={asked.row}
          open={asked.open}
          onClose={close}
          onConfirm={() => {
            close();
            void refund(asked.row);
          }}
        />
      )}
      {part.asked && (
        <PartDialog
          key={part.asked.key}
          row={part.asked.row}
          open={part.asked.open}
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

/** Which booking a part is to be returned of. Each question begins with an empty form. */
function usePartQuestion() {
  const [asked, setAsked] = useState<{ row: RefundRow; open: boolean; key: number }>();
  return {
    asked,
    ask: (row: RefundRow) => setAsked((now) => ({ row, open: true, key: (now?.key ?? 0) + 1 })),
    close: () => setAsked((now) => now && { ...now, open: false }),
  };
}

/** Looks for a name among the rows that are shown. */
function Search({ value, onSearch }: { value: string; onSearch: (search: string) => void }) {
  return (
    <TextField
      label={words.search.label}
      hint={words.search.hint}
      type="search"
      fieldClassName={styles.search}
      value={value}
      onChange={(change) => onSearch(change.target.value)}
    />
  );
}

/** What can be done before any booking is listed. */
function Above({ busy, onGet }: { busy: boolean; onGet: () => void }) {
  return (
    <div className={styles.top}>
      <Button busy={busy} busyText={words.get} onClick={onGet}>
        {words.get}
      </Button>
      <LinkButton as={Link} to="/send-refund-issued-email" variant="secondary" title={words.mailsText}>
        {words.mails}
      </LinkButton>
    </div>
  );
}
