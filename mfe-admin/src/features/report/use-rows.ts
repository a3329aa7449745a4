import type { ReportRow } from '@concert/contracts/booking/reports';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import { useSession } from '@concert/web-kit/session.tsx';
import { useCallback, useEffect, useState } from 'react';
import { bookingApi } from '../../clients.ts';
import type { Question } from './question.ts';

const PAGE = 50;

/** The part of the list that was read so far, and what is being done about the rest. */
export interface Rows {
  readonly rows: readonly ReportRow[];
  /** Where the next page begins; undefined when there is none. */
  readonly next: string | undefined;
  readonly state: 'reading' | 'reading-more' | 'read' | 'failed' | 'more-failed';
  readonly problem: ProblemDocument | undefined;
}

const NOTHING_READ: Rows = { rows: [], next: undefined, state: 'reading', problem: undefined };

/** One row more is asked for than shown, so that a list that ends with a page says so. */
function withPage(list: Rows, page: readonly ReportRow[]): Rows {
  const shown = page.slice(0, PAGE);
  const known = new Set(list.rows.map((row) => row.id));
  return { rows: [...list.rows, ...shown.filter((row) => !known.has(row.id))], next: page.length > PAGE ? shown.at(-1)?.cursor : undefined, state: 'read', problem: undefined };
}

/** The rows for a question, a page at a time. */
export function useRows(question: Question): { readonly list: Rows; readonly more: () => void; readonly again: () => void } {
  const { session, refreshSession } = useSession();
  const { search, seating, status, sort } = question;
  const asked = JSON.stringify([search, seating, status, sort]);
  const [list, setList] = useState(NOTHING_READ);
  const [place, setPlace] = useState<{ asked: string; at?: string | undefined; attempt: number }>({ asked, attempt: 0 });
  const email = session?.email ?? '';

  // Another question begins a list of its own.
  if (place.asked !== asked) {
    setPlace({ asked, attempt: 0 });
    setList(NOTHING_READ);
  }

  useEffect(() => {
    const stop = new AbortController();
    const { at } = place;
    const body = { email, limit: PAGE + 1, sort, ...(search ? { search } : {}), ...(seating ? { seating: [seating] } : {}), ...(status ? { status: [status] } : {}), ...(at ? { cursor: at } : {}) };
    void bookingApi.getBookings({ body }, { signal: stop.signal }).then((result) => {
      if (stop.signal.aborted) return;
      if (result.ok) setList((now) => withPage(at ? now : NOTHING_READ, result.value));
      else {
        setList((now) => ({ ...now, state: at ? 'more-failed' : 'failed', problem: result.problem }));
        if (result.problem.code === 'request.session_required') void refreshSession();
      }
    });
    return () => stop.abort();
  }, [place, email, search, seating, status, sort, refreshSession]);

  const again = useCallback(() => {
    setList((now) => ({ ...now, state: now.state === 'more-failed' ? 'reading-more' : 'reading', problem: undefined }));
    setPlace((now) => ({ ...now, attempt: now.attempt + 1 }));
  }, []);
  const more = () => {
    if (list.state !== 'read' || !list.next) return;
    setList((now) => ({ ...now, state: 'reading-more' }));
    setPlace({ asked, at: list.next, attempt: 0 });
  };
  return { list, more, again };
}
