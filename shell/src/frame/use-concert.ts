import type { ConcertView } from '@concert/contracts/booking/http';
import { useSaleState } from '@concert/web-kit/use-sale-state.ts';
import { useEffect, useState } from 'react';
import { readConcert } from '../session/site-calls.ts';

/**
 * The concert as read when the page opened: undefined while it is read, null when it could not be.
 * @param known what the page came with; it is read again, because time has passed
 * @param screenReads the screen reads it by itself, so what the page came with is enough here
 */
export function useConcert(known: ConcertView | undefined, screenReads: boolean): ConcertView | null | undefined {
  const [concert, setConcert] = useState<ConcertView | null | undefined>(known);
  const [isEnough] = useState(known !== undefined && screenReads);
  useEffect(() => {
    if (isEnough) return;
    const stop = new AbortController();
    void readConcert(stop.signal).then((result) => {
      if (!stop.signal.aborted) setConcert((before) => (result.ok ? result.value : (before ?? null)));
    });
    return () => stop.abort();
  }, [isEnough]);
  return useSaleState(concert);
}
