import { Button } from '@concert/design-system/button.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { Read } from '@concert/design-system/read.tsx';
import type { PagedReading } from '@concert/web-kit/reading/use-pages.ts';
import type { ReactNode } from 'react';
import { EmptyList } from './empty-list.tsx';

interface PagedListProps<Row> {
  readonly list: PagedReading<Row>;
  /** What it says of itself; of no rows, with the way back to all of them where only a search found none. */
  readonly words: Readonly<Record<'reading' | 'failed' | 'more' | 'empty', string>> & {
    readonly emptyText?: string;
    readonly all?: string;
  };
  /** How many placeholder rows are shown while the list is read. */
  readonly skeletons: number;
  /** The rows, shown once there are any. */
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A list in each of its states: being read, failed, empty, shown in part, shown whole. */
export function PagedList<Row>({ list, words, skeletons, children }: PagedListProps<Row>) {
  return (
    <Read reading={list} words={words} shape="field" count={skeletons}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyList title={words.empty} text={words.emptyText} all={words.all} />
        ) : (
          <>
            {children(rows)}
            {list.moreFailed && <Failure title={words.failed} text={list.failure} />}
            {list.hasMore && (
              <Button variant="secondary" className="justify-center" busy={list.readingMore} busyText={words.reading} onClick={list.more}>
                {words.more}
              </Button>
            )}
          </>
        )
      }
    </Read>
  );
}
