import type { AllotmentView, ComplimentaryCategory, EntryStatus, EntryView } from '@concert/contracts/booking/complimentary';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import { useSession } from '@concert/web-kit/session.tsx';
import { useCallback, useEffect, useState } from 'react';
import { bookingApi } from '../../clients.ts';

/** What is looked for in the list; it stands in the page's address. */
export interface Question {
  readonly search: string;
  readonly status: EntryStatus | '';
}

export interface EntriesState {
  readonly state: 'reading' | 'read' | 'failed' | 'reading-more' | 'more-failed';
  readonly rows: readonly EntryView[];
  readonly allotment?: AllotmentView;
  readonly next?: string;
  readonly problem?: ProblemDocument;
}

export interface Entries {
  readonly list: EntriesState;
  readonly more: () => void;
  readonly again: () => void;
  /** Reads the first page again, quietly. */
  readonly refresh: () => void;
}

const NOTHING: EntriesState = { state: 'reading', rows: [] };
/** While a mail is on its way the list is read again this often, and this many times at most. */
const FOLLOW_MS = 3_000;
const MOST_FOLLOWS = 20;

/** Entries of a group, newest first, a page at a time. */
export function useEntries(group: ComplimentaryCategory, { search, status }: Question): Entries {
  const { refreshSession } = useSession();
  const question = `${group}\n${search}\n${status}`;
  const [list, setList] = useState(NOTHING);
  const [asked, setAsked] = useState<{ question: string; at?: string; attempt: number }>({ question, attempt: 0 });
  const [follows, setFollows] = useState(0);

  // Another question begins a list of its own.
  if (asked.question !== question) {
    setAsked({ question, attempt: 0 });
    setList((now) => ({ ...NOTHING, ...(now.allotment?.group === group ? { allotment: now.allotment } : {}) }));
  }

  useEffect(() => {
    const stop = new AbortController();
    const { at } = asked;
    void bookingApi
      .listComplimentary(
        { query: { group, ...(search ? { search } : {}), ...(status ? { status } : {}), ...(at ? { cursor: at } : {}) } },
        { signal: stop.signal },
      )
      .then((result) => {
        if (stop.signal.aborted) return;
        if (!result.ok) {
          setList((now) =>
            at || now.state === 'reading' ? { ...now, state: at ? 'more-failed' : 'failed', problem: result.problem } : now,
          );
          if (result.problem.code === 'request.session_required') void refreshSession();
          return;
        }
        const { items, next, allotment } = result.value;
        setList((now) => ({ state: 'read', rows: at ? [...now.rows, ...items] : items, allotment, ...(next ? { next } : {}) }));
      });
    return () => stop.abort();
  }, [asked, group, refreshSession, search, status]);

  const read = useCallback(() => setAsked(({ question: same, attempt }) => ({ question: same, attempt: attempt + 1 })), []);
  const refresh = useCallback(() => {
    setFollows(0);
    read();
  }, [read]);

  const mailsUnderWay = list.state === 'read' && list.rows.some((entry) => entry.status === 'Submitted');
  useEffect(() => {
    if (!mailsUnderWay || follows >= MOST_FOLLOWS || asked.at !== undefined) return;
    const timer = setTimeout(() => {
      setFollows(follows + 1);
      if (document.visibilityState === 'visible') read();
    }, FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [asked.at, follows, mailsUnderWay, read]);

  const again = useCallback(() => {
    setList((now) => ({ ...now, state: now.state === 'more-failed' ? 'reading-more' : 'reading' }));
    setAsked((now) => ({ ...now, attempt: now.attempt + 1 }));
  }, []);
  const more = () => {
    if (list.state !== 'read' || !list.next) return;
    setList((now) => ({ ...now, state: 'reading-more' }));
    setAsked({ question, at: list.next, attempt: 0 });
  };
  return { list, more, again, refresh };
}
