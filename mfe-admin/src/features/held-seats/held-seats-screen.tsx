import { heldSeatsRoutes, type HeldSeats } from '@concert/contracts/booking/held-seats';
import { recentInWords, timeInWords } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { columnsOf, type Column } from '@concert/design-system/data-table.tsx';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import { usePages } from '@concert/web-kit/reading/use-pages.ts';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ListTable } from '../paged-list/list-table.tsx';
import { PagedList } from '../paged-list/paged-list.tsx';
import { Who } from '../paged-list/who.tsx';
import rows from '../paged-list/rows.module.css';
import styles from './held-seats.module.css';
import { ReleaseDialog } from './release-dialog.tsx';
import { texts as words } from './texts.ts';

/** How often the open list is read again: holds come, are paid and end by themselves. */
const FRESH = { while: () => true, firstMs: 10_000 };

/** Who keeps which seats without having paid, with the way to release them. */
export function HeldSeatsScreen() {
  const [releasing, setReleasing] = useState<HeldSeats>();
  const timeZone = useTimeZone();
  const list = usePages(heldSeatsRoutes.listHeldSeats, {
    input: (cursor) => ({ query: { cursor } }),
    idOf: ({ bookingId }) => bookingId,
    follow: FRESH,
  });
  const moment = (at: string) => (
    <time className="figures" dateTime={at} title={recentInWords(at, timeZone)}>
      {timeInWords(at, timeZone)}
    </time>
  );

  const columns: readonly Column<HeldSeats>[] = columnsOf(words.columns, {
    who: { primary: true, className: rows.name, cell: Who },
    phone: { className: `${rows.figures} ${rows.spare}`, cell: ({ phoneno }) => phoneno },
    seats: {
      cell: ({ seating, notickets, bookingId }) => (
        <Link className={styles.link} to={`/get-bookings-report?booking=${bookingId}`}>
          {words.seats(notickets)}, {seating}
        </Link>
      ),
    },
    since: { className: rows.spare, cell: ({ since }) => moment(since) },
    until: { className: rows.end, cell: ({ until }) => moment(until) },
    state: {
      className: rows.state,
      cell: ({ paying }) => (
        <StatusBadge tone={paying ? 'waiting' : 'plain'}>{paying ? words.state.paying : words.state.waiting}</StatusBadge>
      ),
    },
    acts: {
      className: rows.end,
      cell: (held) => (
        <Button variant="plain" aria-label={words.releaseOf(held.name)} onClick={() => setReleasing(held)}>
          {words.release}
        </Button>
      ),
    },
  });

  return (
    <div className="stack-8 one-column">
      <PagedList list={list} words={words} skeletons={4}>
        {(found) => (
          <>
            <p role="status" className="quiet small">
              {words.count(
                found.length,
                found.reduce((sum, { notickets }) => sum + notickets, 0),
                list.hasMore,
              )}
            </p>
            <ListTable caption={words.caption} columns={columns} rows={found} rowKey={({ bookingId }) => bookingId} />
          </>
        )}
      </PagedList>
      {releasing && (
        <ReleaseDialog
          key={releasing.bookingId}
          held={releasing}
          onClose={() => setReleasing(undefined)}
          onReleased={() => {
            setReleasing(undefined);
            list.again();
          }}
        />
      )}
    </div>
  );
}
