import { waitingRoutes, type WaitingRow, type WaitingState } from '@concert/contracts/booking/waiting';
import { recentInWords } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { columnsOf, type Column } from '@concert/design-system/data-table.tsx';
import { StatusBadge, type StatusTone } from '@concert/design-system/status-badge.tsx';
import { usePages } from '@concert/web-kit/reading/use-pages.ts';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { RadioRow } from '../organising/radio-row.tsx';
import { ListTable } from '../paged-list/list-table.tsx';
import { PagedList } from '../paged-list/paged-list.tsx';
import rows from '../paged-list/rows.module.css';
import { useQueryPart } from '../paged-list/use-query-part.ts';
import { Who } from '../paged-list/who.tsx';
import { ActDialog } from '../organising/act-dialog.tsx';
import { texts as words } from './texts.ts';

/** How often the list is read again: places are offered, taken and left by themselves. */
const FRESH = { while: () => true, firstMs: 10_000 };
const TONES: Partial<Record<WaitingState, StatusTone>> = { offered: 'waiting', bought: 'good' };
const ACTS: Partial<Record<WaitingState, readonly ('offer' | 'remove')[]>> = { waiting: ['offer', 'remove'], offered: ['remove'] };

/** What an organiser is asked about before it is done: about one person, or the list. */
type Asked = { readonly act: 'offer' | 'remove'; readonly row: WaitingRow } | { readonly act: 'close' | 'open'; readonly row?: undefined };

/** Who waits for seats, what is offered to whom and until when, with the ways to act by hand. */
export function WaitingListScreen() {
  const [asked, setAsked] = useState<Asked>();
  const [query] = useSearchParams();
  const set = useQueryPart();
  const view = query.get('show') === 'over' ? 'over' : 'open';
  const timeZone = useTimeZone();
  const list = usePages(waitingRoutes.listWaiting, {
    input: (cursor) => ({ query: { over: view === 'over' ? 'true' : undefined, cursor } }),
    idOf: ({ id }) => id,
    follow: FRESH,
  });
  const counts = list.answer?.counts;

  return (
    <div className="stack-8 one-column">
      {counts && (
        <div className="row-8-16 between">
          <p role="status" className="strong figures">
            {words.counts(counts.waiting, counts.offered, counts.filled)}
          </p>
          <Button variant="secondary" onClick={() => setAsked({ act: counts.closed ? 'open' : 'close' })}>
            {counts.closed ? words.open : words.close}
          </Button>
        </div>
      )}
      {counts?.closed && <p>{words.closed}</p>}
      <RadioRow
        legend={words.show}
        legendHidden
        options={(['open', 'over'] as const).map((value) => ({ value, text: words.views[value] }))}
        chosen={view}
        onChoose={(value) => set('show')(value === 'over' ? value : '')}
      />
      <PagedList list={list} words={{ ...words, empty: words.empty[view] }} skeletons={4}>
        {(found) => <ListTable caption={words.caption} columns={columnsIn(timeZone, setAsked)} rows={found} rowKey={({ id }) => id} />}
      </PagedList>
      {asked && (
        <Question
          key={`${asked.act} ${asked.row?.id}`}
          asked={asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined);
            list.again();
          }}
        />
      )}
    </div>
  );
}

function columnsIn(timeZone: string, onAsk: (asked: Asked) => void): readonly Column<WaitingRow>[] {
  return columnsOf(words.columns, {
    who: { primary: true, className: rows.name, cell: Who },
    seats: { className: rows.long, cell: ({ seats, seating, access }) => words.wish(seats, seating, access !== undefined) },
    since: {
      className: rows.figures,
      cell: ({ since, offer }) => (
        <>
          {words.since(recentInWords(since, timeZone))}
          {offer && <small>{words.until(recentInWords(offer.endsAt, timeZone))}</small>}
        </>
      ),
    },
    state: { className: rows.state, cell: ({ state }) => <StatusBadge tone={TONES[state] ?? 'plain'}>{words.states[state]}</StatusBadge> },
    acts: {
      className: rows.end,
      cell: (row) =>
        (ACTS[row.state] ?? []).map((act) => (
          <Button key={act} variant="plain" aria-label={words[`${act}Of`](row.name)} onClick={() => onAsk({ act, row })}>
            {words[act]}
          </Button>
        )),
    },
  });
}

function Question({ asked: { act, row }, onClose, onDone }: { asked: Asked; onClose: () => void; onDone: () => void }) {
  const { title, text, confirm } = words.asked[act];
  const question = {
    title,
    words: { confirm, failed: words.failure },
    variant: act === 'offer' || act === 'open' ? 'primary' : 'danger',
    children: <p>{text(row?.name ?? '')}</p>,
    onClose,
    onDone,
  } as const;
  if (!row) return <ActDialog {...question} route={waitingRoutes.closeWaiting} input={{ body: { closed: act === 'close' } }} />;
  const route = waitingRoutes[act === 'offer' ? 'offerByHand' : 'removeWaiting'];
  return <ActDialog<typeof route> {...question} route={route} input={{ params: { waitingId: row.id } }} />;
}
