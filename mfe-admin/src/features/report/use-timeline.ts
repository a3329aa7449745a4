import type { Timeline } from '@concert/contracts/booking/search';
import type { BookingId } from '@concert/contracts/core/ids';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import type { MailView } from '@concert/contracts/notify/http';
import { useSession } from '@concert/web-kit/session.tsx';
import { useCallback, useEffect, useState } from 'react';
import { bookingApi, notifyApi } from '../../clients.ts';

export interface ReadTimeline {
  readonly timeline: Timeline | undefined;
  /** Undefined where svc-notify could not be asked: the rest is told all the same. */
  readonly mails: readonly MailView[] | undefined;
  readonly state: 'reading' | 'read' | 'failed';
  readonly problem?: ProblemDocument;
}

/** What is open is read anew this often: acts of other services come a moment after they were done. */
export const FRESH_MS = 4_000;

const NOTHING: ReadTimeline = { timeline: undefined, mails: undefined, state: 'reading' };

/** All that happened to a booking, its mails included. */
export function useTimeline(bookingId: string): ReadTimeline & { readonly again: () => void } {
  const { refreshSession } = useSession();
  const [read, setRead] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const stop = new AbortController();
    const id = bookingId as BookingId;
    void Promise.all([
      bookingApi.showTimeline({ params: { bookingId: id } }, { signal: stop.signal }),
      notifyApi.listMails({ query: { booking: id, limit: '100' } }, { signal: stop.signal }),
    ]).then(([timeline, mails]) => {
      if (stop.signal.aborted) return;
      if (timeline.ok) setRead({ timeline: timeline.value, mails: mails.ok ? mails.value.items : undefined, state: 'read' });
      else {
        // What was read before is still true of then.
        setRead((now) => (now.timeline ? now : { ...NOTHING, state: 'failed', problem: timeline.problem }));
        if (timeline.problem.code === 'request.session_required') void refreshSession();
      }
    });
    return () => stop.abort();
  }, [bookingId, attempt, refreshSession]);

  const again = useCallback(() => setAttempt((now) => now + 1), []);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again();
    }, FRESH_MS);
    return () => clearInterval(timer);
  }, [again]);
  return { ...read, again };
}
