import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { Result } from '@concert/web-kit/api-client.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useCallback, useEffect, useRef, useState } from 'react';

/** The part of a list that was read so far, and what is being done about the rest. */
export interface PagedRows<Row> {
  readonly rows: readonly Row[];
  /** Where the next page begins; undefined when there is none. */
  readonly next?: string | undefined;
  readonly state: 'reading' | 'reading-more' | 'read' | 'failed' | 'more-failed';
  readonly problem?: ProblemDocument | undefined;
}

export interface ReadPage<Row> {
  readonly items: readonly Row[];
  readonly next?: string | undefined;
}

export interface PagedList<Row> {
  readonly list: PagedRows<Row>;
  readonly more: () => void;
  readonly again: () => void;
  /** Shows a row as it is now, without asking. */
  readonly replace: (row: Row) => void;
}

const NOTHING_READ = { rows: [], next: undefined, state: 'reading', problem: undefined } as const;

/**
 * A list of a question, read a page at a time; another question begins a list of its own. A row that moved between two
 * pages meanwhile is not shown twice.
 * @param question what is asked, as text: the same text is the same list
 * @param read asks for the page at a cursor
 * @param idOf what makes two rows the same one
 */
export function usePagedList<Row>(
  question: string,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Result<ReadPage<Row>>>,
  idOf: (row: Row) => unknown,
): PagedList<Row> {
  const { refreshSession } = useSession();
  const [list, setList] = useState<PagedRows<Row>>(NOTHING_READ);
  const [place, setPlace] = useState<{ question: string; at?: string | undefined; attempt: number }>({ question, attempt: 0 });
  const asks = useRef({ read, idOf });
  useEffect(() => {
    asks.current = { read, idOf };
  });

  if (place.question !== question) {
    setPlace({ question, attempt: 0 });
    setList(NOTHING_READ);
  }

  useEffect(() => {
    const stop = new AbortController();
    const { at } = place;
    const same = asks.current.idOf;
    void asks.current.read(at, stop.signal).then((result) => {
      if (stop.signal.aborted) return;
      if (result.ok) {
        const { items, next } = result.value;
        setList((now) => {
          const known = new Set(now.rows.map(same));
          return {
            rows: at ? [...now.rows, ...items.filter((row) => !known.has(same(row)))] : items,
            next,
            state: 'read',
            problem: undefined,
          };
        });
      } else {
        setList((now) => ({ ...now, state: at ? 'more-failed' : 'failed', problem: result.problem }));
        if (result.problem.code === 'request.session_required') void refreshSession();
      }
    });
    return () => stop.abort();
  }, [place, refreshSession]);

  const again = useCallback(() => {
    setList((now) => ({ ...now, state: now.state === 'more-failed' ? 'reading-more' : 'reading', problem: undefined }));
    setPlace((now) => ({ ...now, attempt: now.attempt + 1 }));
  }, []);
  const more = () => {
    if (list.state !== 'read' || !list.next) return;
    setList((now) => ({ ...now, state: 'reading-more' }));
    setPlace({ question, at: list.next, attempt: 0 });
  };
  const replace = (row: Row) => setList((now) => ({ ...now, rows: now.rows.map((shown) => (idOf(shown) === idOf(row) ? row : shown)) }));

  return { list, more, again, replace };
}
