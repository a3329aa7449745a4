import type { Report } from '@concert/contracts/booking/reports';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import { useSession } from '@concert/web-kit/session.tsx';
import { useCallback, useEffect, useState } from 'react';
import { bookingApi } from '../../clients.ts';

export type ReadReport =
  | { readonly state: 'reading' }
  | { readonly state: 'read'; readonly report: Report }
  | { readonly state: 'failed'; readonly problem: ProblemDocument };

/** The totals, read again whenever `again` is called; what was read before stays until then. */
export function useReport(): { readonly read: ReadReport; readonly again: () => void } {
  const { refreshSession } = useSession();
  const [read, setRead] = useState<ReadReport>({ state: 'reading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const stop = new AbortController();
    void bookingApi.showReport({}, { signal: stop.signal }).then((result) => {
      if (stop.signal.aborted) return;
      setRead(result.ok ? { state: 'read', report: result.value } : { state: 'failed', problem: result.problem });
      if (!result.ok && result.problem.code === 'request.session_required') void refreshSession();
    });
    return () => stop.abort();
  }, [attempt, refreshSession]);

  const again = useCallback(() => setAttempt((now) => now + 1), []);
  return { read, again };
}
