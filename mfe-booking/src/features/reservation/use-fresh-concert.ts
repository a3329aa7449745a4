import type { ConcertView } from '@concert/contracts/booking/http';
import { useCallback, useEffect, useRef, useState } from 'react';
import { bookingApi } from '../../clients.ts';

/** The concert with what is left now: undefined while it is being read for the first time, null when it cannot be. */
export interface FreshConcert {
  readonly concert: ConcertView | null | undefined;
  readonly refresh: () => Promise<void>;
}

/**
 * Reads the concert when the screen opens and again whenever someone comes back to it; what was read before stays
 * when a later reading fails.
 * @param known what the shell has read already, shown until the fresh numbers are there
 */
export function useFreshConcert(known: ConcertView | null | undefined): FreshConcert {
  const [fresh, setFresh] = useState<ConcertView | null>();
  const asked = useRef(0);

  const refresh = useCallback(async () => {
    const question = ++asked.current;
    const result = await bookingApi.showConcert();
    if (question !== asked.current) return;
    setFresh((before) => (result.ok ? result.value : (before ?? null)));
  }, []);

  useEffect(() => {
    void refresh();
    const seenAgain = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    document.addEventListener('visibilitychange', seenAgain);
    return () => {
      asked.current += 1;
      document.removeEventListener('visibilitychange', seenAgain);
    };
  }, [refresh]);

  return { concert: fresh ?? known ?? fresh, refresh };
}
