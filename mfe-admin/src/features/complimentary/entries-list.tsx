import {
  complimentaryRoutes,
  ENTRY_STATUSES,
  type ComplimentaryCategory,
  type EntryStatus,
  type EntryView,
} from '@concert/contracts/booking/complimentary';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { renewalRoutes } from '@concert/contracts/booking/renewals';
import { recentInWords } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { columnsOf, type Column } from '@concert/design-system/data-table.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { StatusBadge, type StatusTone } from '@concert/design-system/status-badge.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import type { PagedReading } from '@concert/web-kit/reading/use-pages.ts';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ActDialog } from '../organising/act-dialog.tsx';
import { RenewDialog } from '../renewals/renew-tickets.tsx';
import { texts as renewalTexts } from '../renewals/texts.ts';
import { ListTable } from '../paged-list/list-table.tsx';
import { ListTools } from '../paged-list/list-tools.tsx';
import { PagedList } from '../paged-list/paged-list.tsx';
import rows from '../paged-list/rows.module.css';
import { RowMenu } from '../paged-list/row-menu.tsx';
import { SearchField } from '../paged-list/search-field.tsx';
import { useQueryPart } from '../paged-list/use-query-part.ts';
import { Who } from '../paged-list/who.tsx';
import styles from './complimentary.module.css';
import { texts } from './texts.ts';
import type { Question } from './use-entries.ts';

const words = texts.list;
const TONES: Readonly<Record<EntryStatus, StatusTone>> = { Submitted: 'waiting', Issued: 'good', Revoked: 'bad' };
/** The search, as it stands in the page's address. */
export function useQuestion(): Question {
  const [query] = useSearchParams();
  const status = query.get('status');
  return { search: query.get('search')?.trim() ?? '', status: ENTRY_STATUSES.find((known) => known === status) ?? '' };
}

export interface EntriesListProps {
  readonly group: ComplimentaryCategory;
  readonly list: PagedReading<EntryView>;
}

/** All entries of a group, to be searched; their tickets can be mailed again or revoked. */
export function EntriesList({ group, list }: EntriesListProps) {
  const timeZone = useTimeZone();
  const question = useQuestion();
  const [asked, setAsked] = useState<{ entry: EntryView; act?: 'revoke' | 'renew' }>();
  const idOf = ({ id }: EntryView) => id;

  const columns: readonly Column<EntryView>[] = columnsOf(words.columns, {
    name: { primary: true, className: rows.name, cell: ({ name, email2 }) => <Who name={name} email={email2} /> },
    phoneno: { className: `${rows.figures} ${rows.spare}`, cell: ({ phoneno }) => phoneno || words.none },
    notickets: {
      numeric: true,
      className: `${rows.narrow} ${rows.tickets}`,
      cell: ({ notickets, inside }) => (inside > 0 ? words.inside(notickets, inside) : notickets),
    },
    status: { className: rows.state, cell: ({ status }) => <StatusBadge tone={TONES[status]}>{words.statuses[status]}</StatusBadge> },
    added: { className: rows.figures, cell: ({ created_at }) => recentInWords(new Date(created_at._seconds * 1_000), timeZone) },
    acts: {
      className: rows.end,
      cell: (entry) => <Acts entry={entry} group={group} onChanged={list.again} onAsk={(act) => setAsked({ entry, act })} />,
    },
  });

  return (
    <section className="stack-16" aria-labelledby="entries-title">
      <h2 id="entries-title" className="size-3">
        {words.title}
      </h2>
      <Filters question={question} />
      <PagedList list={list} words={question.search || question.status ? { ...words, ...words.nothing } : words} skeletons={4}>
        {(found) => <ListTable caption={words.title} columns={columns} rows={found} rowKey={idOf} />}
      </PagedList>
      {asked && <Questions key={asked.entry.id} {...asked} onClose={() => setAsked({ entry: asked.entry })} onDone={list.again} />}
    </section>
  );
}

interface QuestionsProps {
  readonly entry: EntryView;
  readonly act?: 'revoke' | 'renew';
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** What is asked before the tickets of an entry end. */
function Questions({ entry, act, onClose, onDone }: QuestionsProps) {
  const { dialog } = words;
  const revoked = () => {
    onClose();
    showToast({ tone: 'good', text: dialog.done(entry.name) });
    onDone();
  };
  return (
    <>
      <ActDialog
        route={complimentaryRoutes.revokeComplimentary}
        input={{ params: { entryId: entry.id } }}
        open={act === 'revoke'}
        title={dialog.title(entry.name)}
        onClose={onClose}
        words={{ ...dialog, confirm: dialog.confirm(entry.notickets) }}
        onDone={revoked}
      >
        <p>{dialog.text}</p>
      </ActDialog>
      <RenewDialog
        route={renewalRoutes.renewComplimentary}
        input={{ params: { entryId: entry.id } }}
        name={entry.name}
        open={act === 'renew'}
        onClose={onClose}
        onRenewed={onDone}
      />
    </>
  );
}

function Filters({ question }: { question: Question }) {
  const set = useQueryPart();
  return (
    <ListTools>
      <SearchField label={words.search} search={question.search} onSearch={set('search')} />
      <Select
        label={words.columns.status}
        placeholder={words.everyStatus}
        options={ENTRY_STATUSES.map((status) => ({ value: status, label: words.statuses[status] }))}
        value={question.status}
        onChange={(input) => set('status')(input.target.value)}
      />
    </ListTools>
  );
}

interface ActsProps {
  readonly entry: EntryView;
  readonly group: ComplimentaryCategory;
  readonly onChanged: () => void;
  readonly onAsk: (act: 'revoke' | 'renew') => void;
}

function Acts({ entry, group, onChanged, onAsk }: ActsProps) {
  const { act, busy } = useAct(complimentaryRoutes.resendComplimentary);
  const shown = useAct(bookingRoutes.showComplimentaryDetails);
  const go = useNavigate();
  /** Its link is a secret, so no list has it. */
  const show = async () => {
    const result = await shown.act({ body: { reference: entry.id, reference2: null, catg: group } });
    if (!result.ok) return showToast({ tone: 'bad', text: words.notShown(problemText(result.problem)) });
    const ref2 = result.value[0]?.ref2;
    await go(`/get-hf-details?${new URLSearchParams({ ref: entry.id, ...(ref2 ? { ref2 } : {}), c: group })}`);
  };
  if (entry.status === 'Revoked') return words.none;
  const resend = async () => {
    const result = await act({ params: { entryId: entry.id } });
    if (result.ok) {
      showToast({ tone: 'good', text: words.resent(entry.email2) });
      onChanged();
    } else showToast({ tone: 'bad', text: words.notResent(problemText(result.problem)) });
  };
  return (
    <span className={styles.acts}>
      <Button
        variant="plain"
        className={styles.link}
        busy={shown.busy}
        aria-label={words.ticketsOf(entry.name)}
        onClick={() => void show()}
      >
        {words.tickets}
      </Button>
      <RowMenu label={words.moreFor(entry.name)}>
        <Button variant="plain" busy={busy} aria-label={words.resendTo(entry.name)} onClick={() => void resend()}>
          {words.resend}
        </Button>
        <Button variant="plain" aria-label={renewalTexts.buttonFor(entry.name)} onClick={() => onAsk('renew')}>
          {renewalTexts.button}
        </Button>
        <Button variant="plain" className={styles.revoke} aria-label={words.revokeOf(entry.name)} onClick={() => onAsk('revoke')}>
          {words.revoke}
        </Button>
      </RowMenu>
    </span>
  );
}
