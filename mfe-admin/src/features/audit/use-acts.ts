import type { AuditEntryView } from '@concert/contracts/booking/audit';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import { useSession } from '@concert/web-kit/session.tsx';
import { useCallback, useEffect, useState } from 'react';
import { bookingApi } from '../../clients.ts';

/** What the log is asked, as it stands in the address. */
export interface ActsQuestion {
  readonly search: string;
  readonly since: string;
  readonly until: string;
}

/** The part of the log that was read so far, and what is being done about the rest. */
export interface Acts {
  readonly entries: readonly AuditEntryView[];
  readonly next: string | undefined;
  readonly state: 'reading' | 'reading-more' | 'read' | 'failed' | 'more-failed';
  readonly problem: ProblemDocument | undefined;
}

const NOTHING_READ: Acts = { entries: [], next: undefined, state: 'reading', problem: undefined };

/** The entries for a question, a page at a time. */
export function useActs({ search, since, until }: ActsQuestion): { readonly list: Acts; readonly more: () => void; readonly again: () => void } {
  const { refreshSession } = useSession();
  const asked = JSON.stringify([search, since, until]);
  const [list, setList] = useState(NOTHING_READ);
  const [place, setPlace] = useState<{ asked: string; at?: string | undefined; attempt: number }>({ asked, attempt: 0 });

  // Another question begins a list of its own.
  if (place.asked !== asked) {
    setPlace({ asked, attempt: 0 });
    setList(NOTHING_READ);
  }

  useEffect(() => {
    const stop = new AbortController();
    const { at } = place;
    const query = { ...(search ? { search } : {}), ...(since ? { since } : {}), ...(until ? { until } : {}), ...(at ? { cursor: at } : {}) };
    void bookingApi.listActs({ query }, { signal: stop.signal }).then((result) => {
      if (stop.signal.aborted) return;
      if (result.ok) {
        const { items, next } = result.value;
        setList((now) => ({ entries: at ? [...now.entries, ...items] : items, next, state: 'read', problem: undefined }));
      } else {
        setList((now) => ({ ...now, state: at ? 'more-failed' : 'failed', problem: result.problem }));
        if (result.problem.code === 'request.session_required') void refreshSession();
      }
    });
    return () => stop.abort();
  }, [place, search, since, until, refreshSession]);

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
